import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { expect } from "./test";

/** An email that the site has sent. */
interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Returns the code in an email, which has a line of its own. */
export function codeIn({ text }: Email): string {
  const code = /^\s*([A-Z2-9]{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

/** A real mail server that keeps what it gets. */
export class Mailbox {
  readonly emails: Email[] = [];
  /** Addresses that it does not know. */
  readonly unknown = new Set<string>();
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(this.unknown.has(address) ? Object.assign(new Error("No such user here"), { responseCode: 550 }) : null),
    onData: async (stream, { envelope }, done) => {
      const { subject = "", text = "" } = await simpleParser(stream);
      for (const { address } of envelope.rcptTo) this.emails.push({ to: address, subject, text });
      done();
    },
  });

  /** Starts the server, and returns the settings of a site that sends its emails here. */
  async open() {
    const { server } = this.#server;
    this.#server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return { VITRINE_SMTP_URL: `smtp://127.0.0.1:${port}`, VITRINE_MAIL_FROM: "site@example.com" };
  }

  readonly close = () => new Promise<void>((then) => this.#server.close(then));

  /** Waits for another email to this address, after the first `read` ones. */
  async next(to: string, read: number): Promise<Email> {
    const sent = () => this.emails.filter((email) => email.to === to)[read];
    await expect.poll(sent, `email ${read + 1} to ${to}`).toBeDefined();
    return sent() as Email;
  }
}
