import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A language model for tests: a server that speaks the chat protocol, and writes what the test says. */
export class Model {
  /** How the next requests are answered. */
  answer: (to: Writing) => Promise<void> = (to) => to.end();
  /** What it was asked, request by request. */
  readonly asked: { stream: boolean; messages: { role: string; content: string }[] }[] = [];
  readonly #server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    this.asked.push(JSON.parse(text));
    await this.answer(new Writing(response));
  });

  /** Starts it, and gives the settings of a site that has its texts drafted by it. */
  async open() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return {
      VITRINE_AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      VITRINE_AI_API_KEY: "sk-for-tests",
      VITRINE_AI_MODEL: "small",
    };
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** One answer while it is written. */
export class Writing {
  constructor(private readonly response: ServerResponse) {}

  /** Whether who asked has gone away. */
  readonly isClosed = () => this.response.destroyed;

  piece(content: string) {
    this.#send({ delta: { content } });
  }

  async end(...pieces: string[]) {
    for (const piece of pieces) this.piece(piece);
    this.#send({ delta: {}, finish_reason: "stop" });
    this.response.end("data: [DONE]\n\n");
  }

  refuse(status: number, message: string) {
    this.response.writeHead(status, { "Content-Type": "application/json" });
    this.response.end(JSON.stringify({ error: { message } }));
  }

  break() {
    this.response.destroy();
  }

  #send(choice: object) {
    if (!this.response.headersSent) this.response.writeHead(200, { "Content-Type": "text/event-stream" });
    this.response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  }
}
