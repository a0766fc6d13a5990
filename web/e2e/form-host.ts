import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A stub of a form service: the form, its script, and the endpoint that it is sent to. */
export class FormHost {
  /** The code of the host's script; it runs in the document around the form. */
  script = "";
  /** The paths that fail, with an error or without any answer. */
  failing: Record<string, "error" | "silence"> = {};
  /** The requests in their order: method, path and headers. */
  readonly requests: { call: string; headers: Record<string, unknown> }[] = [];
  /** The bodies sent by the form. */
  readonly sent: string[] = [];
  #port = 0;
  readonly #server = createServer(async (request, response) => {
    const path = request.url ?? "";
    this.requests.push({ call: `${request.method} ${path}`, headers: request.headers });
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

  /** The host as it is in URLs. */
  get host() {
    return `127.0.0.1:${this.#port}`;
  }

  /** Starts the server, and returns the settings of a site that shows its form. */
  async open() {
    await this.listen();
    return {
      VITRINE_SUBMIT_FORM_URL: `http://${this.host}/form`,
      VITRINE_SUBMIT_FORM_SCRIPT: `http://${this.host}/widget.js`,
    };
  }

  /** Refuses connections from now on. */
  async stop() {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens, at the same port as before if there was one. */
  async listen() {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Resets the stub to its initial state. */
  reset() {
    this.script = "";
    this.failing = {};
    this.requests.length = 0;
    this.sent.length = 0;
  }
}

const document = (inside: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A form</title><style>body{color:#eee}</style>${inside}`;

const form = document(
  `<form method="post" action="/sent"><label>Tool <input name="tool"></label><button>Send</button></form>`,
);
const thanks = document("<p>The form has arrived.</p>");
