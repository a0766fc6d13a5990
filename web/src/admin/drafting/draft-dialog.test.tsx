import { act, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { shownToast } from "../../testing/dialog";
import { newUser } from "../../testing/user";
import { generateDescription } from "./api";
import { DraftDialog } from "./draft-dialog";

const words = {
  done: "Description Generated!",
  failed: "Generation Failed",
  otherwise: "Failed to generate description",
  quotesServer: true,
};

/** Stubs a server that sends its pieces when the test tells it to. */
function writing() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    signals.push(request.signal);
    expect(request.headers.get("Accept")).toBe("text/event-stream");
    const body = new ReadableStream<Uint8Array>({
      start: (own) => {
        control = own;
      },
    });
    request.signal.addEventListener("abort", () => {
      control?.error(request.signal.reason);
      control = undefined;
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  });
  const write = async (text: string) => {
    await waitFor(() => expect(control).toBeDefined());
    await act(async () => control?.enqueue(new TextEncoder().encode(text)));
  };
  const event = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  return { write, event, end: () => act(async () => control?.close()), signals };
}

function open(current: string) {
  const server = writing();
  const onReplace = vi.fn();
  const call = generateDescription({ productName: "Lumen", websiteUrl: "https://lumen.example" });
  const page = render(
    <DraftDialog
      title="Draft"
      call={call}
      current={current}
      words={words}
      onReplace={onReplace}
      onClose={() => undefined}
    />,
  );
  return { server, user: newUser(), onReplace, ...page };
}

const draft = () => within(screen.getByRole("region", { name: "Draft" }));
const button = (name: string) => screen.getByRole("button", { name });
const status = () => screen.getByRole("status");

describe("a draft", () => {
  it("is shown while it is written, and then next to the old text with the differences marked", async () => {
    const { server, user, onReplace } = open("It lights a room.");
    expect(status()).toHaveTextContent("Drafting…");
    await server.event("text", { text: "It lights " });
    expect(await screen.findByText("It lights")).toBeInTheDocument();
    expect(status()).toHaveTextContent("The draft is being written…");
    expect(button("Replace")).toBeDisabled();
    await server.write('event: text\ndata: {"text":"two');
    await server.write(' rooms."}\n\n');
    await waitFor(() => expect(draft().getByText("It lights two rooms.")).toBeInTheDocument());
    await server.event("done", { description: "It lights two rooms.", note: "By the name alone." });
    expect(await screen.findByText("By the name alone.")).toBeInTheDocument();
    expect(draft().getByText("rooms").tagName).toBe("INS");
    expect(screen.getByText("room").tagName).toBe("DEL");
    expect(shownToast()).toMatchObject({ title: "Description Generated!" });
    expect(onReplace).not.toHaveBeenCalled();
    await user.click(button("Replace"));
    expect(onReplace).toHaveBeenCalledExactlyOnceWith("It lights two rooms.");
  });

  it("can be stopped, and its text so far can be used", async () => {
    const { server, user, onReplace } = open("");
    await server.event("text", { text: "It lights" });
    await user.click(button("Stop"));
    expect(server.signals[0]?.aborted).toBe(true);
    expect(status()).toHaveTextContent("Stopped. You can use the text so far.");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(button("Use this text"));
    expect(onReplace).toHaveBeenCalledExactlyOnceWith("It lights");
  });

  it("that was stopped before its first word cannot be used, but requested again", async () => {
    const { server, user } = open("");
    await waitFor(() => expect(server.signals).toHaveLength(1));
    await user.click(button("Stop"));
    expect(status()).toHaveTextContent("Stopped before any text was written.");
    expect(button("Use this text")).toBeDisabled();
    await user.click(button("Draft again"));
    await server.event("done", { description: "There." });
    expect(await draft().findByText("There.")).toBeInTheDocument();
    expect(server.signals).toHaveLength(2);
  });

  it("that breaks off shows why, and keeps its text so far", async () => {
    const { server, user, onReplace } = open("");
    await server.event("text", { text: "Half a" });
    const brokeOff = "The AI provider's answer broke off.";
    await server.event("error", { message: brokeOff, code: "bad_gateway" });
    expect(await screen.findByRole("alert")).toHaveTextContent(brokeOff);
    expect(shownToast()).toMatchObject({ title: "Generation Failed", description: brokeOff });
    await user.click(button("Use this text"));
    expect(onReplace).toHaveBeenCalledExactlyOnceWith("Half a");
  });

  it("whose stream ends early has failed", async () => {
    const { server } = open("");
    await server.write("event: text\n");
    await server.end();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to generate description");
    expect(button("Use this text")).toBeDisabled();
  });

  it("is aborted when its dialog is closed", async () => {
    const { server, unmount } = open("");
    await server.event("text", { text: "It" });
    unmount();
    expect(server.signals[0]?.aborted).toBe(true);
  });

  it("shows that it is the same as the old text", async () => {
    const { server } = open("Same.");
    await server.event("done", { description: "Same." });
    await waitFor(() => expect(status()).toHaveTextContent("The draft is the same as the current text."));
  });
});
