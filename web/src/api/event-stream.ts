/** One server-sent event: its name and data. */
interface StreamEvent {
  name: string;
  data: string;
}

/** Yields the events of a text/event-stream as they arrive. An incomplete last event is dropped. */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let unread = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (unread + decoder.decode(value, { stream: true })).split("\n\n");
      unread = blocks.pop() ?? "";
      yield* blocks.map(eventOf);
    }
  } finally {
    void reader.cancel().catch(() => undefined); // the stream has ended, or the consumer has stopped reading
  }
}

function eventOf(block: string): StreamEvent {
  const lines = block.split("\n");
  const values = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
  return { name: values("event: ").join(""), data: values("data: ").join("\n") };
}
