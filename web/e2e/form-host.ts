import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The host of a submission form, as a service for forms is: the form, the script beside it, and where it is sent to. */
export class FormHost {
  /** How the script behaves that the host wants loaded; it is run in the document around the form. */
  script = "";
  /** Which addresses fail, each in its way: with an error of the host's, or by saying nothing at all. */
  failing: Record<string, "error" | "silence"> = {};
  /** The requests in their order: method, path and the headers that came with it. */
  readonly asked: { call: string; headers: Record<string, unknown> }[] = [];
  /** What was sent by the form. */
  readonly sent: string[] = [];
  #port = 0;
  readonly #server = createServer(async (request, response) => {
    const path = request.url ?? "";
    this.asked.push({ call: `${request.method} ${path}`, headers: request.headers });
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    if (request.method === "POST") this.sent.push(text);
    if (this.failing[path] !== "silence") this.#answer(path, response);
  });

  #answer(path: string, response: ServerResponse) {
    if (this.failing[path] === "error") return void response.writeHead(500).end("Out of order");
    if (path === "/widget.js") return void response.setHeader("Content-Type", "text/javascript").end(this.script);
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(path === "/sent" ? thanks : form);
  }

  /** The host as addresses name it. */
  get host() {
    return `127.0.0.1:${this.#port}`;
  }

  /** Starts it, and gives the settings of a site that shows its form. */
  async open() {
    await this.back();
    return {
      VITRINE_SUBMIT_FORM_URL: `http://${this.host}/form`,
      VITRINE_SUBMIT_FORM_SCRIPT: `http://${this.host}/widget.js`,
    };
  }

  /** Refuses connections from now on. */
  async away() {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens, where it did before if it has. */
  async back() {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** As it was at first. */
  reset() {
    this.script = "";
    this.failing = {};
    this.asked.length = 0;
    this.sent.length = 0;
  }
}

const document = (inside: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A form</title><style>body{color:#eee}</style>${inside}`;

const form = document(
  `<form method="post" action="/sent"><label>Tool <input name="tool"></label><button>Send</button></form>`,
);
const thanks = document("<p>The form has arrived.</p>");
