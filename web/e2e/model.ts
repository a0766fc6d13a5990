import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A stub of a language model: a server with the chat API that writes what the test tells it to. */
export class Model {
  /** How the next requests are answered. */
  answer: (to: Writing) => Promise<void> = (to) => to.end();
  /** The recorded requests. */
  readonly requests: { stream: boolean; messages: { role: string; content: string }[] }[] = [];
  readonly #server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    this.requests.push(JSON.parse(text));
    await this.answer(new Writing(response));
  });

  /** Starts the server, and returns the settings of a site that uses it for drafts. */
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

/** A response while it is being written. */
export class Writing {
  constructor(private readonly response: ServerResponse) {}

  /** Reports whether the client has disconnected. */
  readonly isClosed = () => this.response.destroyed;

  piece(content: string) {
    this.#send({ delta: { content } });
  }

  async end(...pieces: string[]) {
    for (const piece of pieces) this.piece(piece);
    this.#send({ delta: {}, finish_reason: "stop" });
    this.response.end("data: [DONE]\n\n");
  }

  #send(choice: object) {
    if (!this.response.headersSent) this.response.writeHead(200, { "Content-Type": "text/event-stream" });
    this.response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  }
}
