import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { expect } from "./test";

/** An email that the site has sent. */
interface Email {
  to: string;
  subject: string;
  text: string;
  /** The URL to which mail programs post to unsubscribe (RFC 8058); undefined for emails that aren't subscribed to. */
  unsubscribe: string | undefined;
}

/** Returns the code in an email, which has a line of its own. */
export function codeIn({ text }: Email): string {
  const code = /^\s*([A-Z2-9]{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`no code in: ${text}`);
  return code;
}

/** Returns the link in an email to a path of the site, with its fragment. */
export function linkIn({ text }: Email, path: string): string {
  const link = new RegExp(`${path}#[\\w-]+`).exec(text)?.[0];
  if (!link) throw new Error(`no link to ${path} in: ${text}`);
  return link;
}

/** Returns where to post to leave, if one click is enough. */
function oneClick({ headerLines }: ParsedMail): string | undefined {
  const lines = headerLines.map(({ line }) => line.replace(/\r\n(?=\s)/g, "")); // unfolded
  if (!lines.includes("List-Unsubscribe-Post: List-Unsubscribe=One-Click")) return undefined;
  return lines.map((line) => /^List-Unsubscribe: <(.*)>$/s.exec(line)?.[1]).find((url) => url !== undefined);
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
      const mail = await simpleParser(stream);
      const { subject = "", text = "" } = mail;
      const unsubscribe = oneClick(mail);
      for (const { address } of envelope.rcptTo) this.emails.push({ to: address, subject, text, unsubscribe });
      done();
    },
  });

  /** Starts the server if it does not run, and returns the settings of a site that sends its emails here. */
  async open() {
    const { server } = this.#server;
    if (!server.listening) {
      this.#server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
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
