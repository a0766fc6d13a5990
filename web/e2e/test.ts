import { test as base, type ConsoleMessage, expect, type Request } from "@playwright/test";
import { Directory } from "./directory";

/** What a page may do that is otherwise a failure of any test. */
interface Allowances {
  /** A status of the API or of a document that the test is about. */
  status(status: number): void;
  /** Another host that the visitor asked for; it is answered here, and never reached. */
  host(host: string): Promise<void>;
  /** Another host that the test itself serves, with its port; it is reached. */
  peer(host: string): void;
  /** A request that the page or the test gives up or breaks on purpose. */
  failure(address: RegExp): void;
  /** What the page says on the console because of something that the test is about. */
  warning(text: RegExp): void;
}

interface Fixtures {
  directory: Directory;
  allow: Allowances;
}

/**
 * A test in which every page is watched: nothing but silence on the console, no request that fails or goes to another
 * host, no breach of the content security policy.
 */
export const test = base.extend<Fixtures>({
  directory: async ({ request }, use) => use(new Directory(request)),
  allow: [
    async ({ context, baseURL, javaScriptEnabled }, use) => {
      const own = new URL(baseURL ?? "").host;
      const statuses = new Set<number>();
      const hosts = new Set<string>();
      const failures: RegExp[] = [];
      const warnings: RegExp[] = [];
      const troubles: string[] = [];

      context.on("console", (message) => {
        const isAllowed = warnings.some((allowed) => allowed.test(message.text()));
        if (!isAllowed && isTrouble(message, statuses)) troubles.push(`console ${message.type()}: ${message.text()}`);
      });
      context.on("weberror", (error) => troubles.push(`uncaught: ${error.error().stack}`));
      context.on("request", (request) => {
        const { protocol, host } = new URL(request.url());
        if (/^https?:$/.test(protocol) && host !== own && !hosts.has(host))
          troubles.push(`to another host: ${request.url()}`);
      });
      context.on("requestfailed", (request) => {
        const isUnwanted = !javaScriptEnabled && request.resourceType() === "script"; // the browser refuses its preloading
        if (!isUnwanted && !isGivenUp(request) && !failures.some((allowed) => allowed.test(request.url()))) {
          troubles.push(`failed: ${request.url()} (${request.failure()?.errorText})`);
        }
      });
      context.on("response", (response) => {
        if (response.status() >= 400 && !statuses.has(response.status()))
          troubles.push(`${response.status()}: ${response.url()}`);
      });

      await use({
        status: (status) => void statuses.add(status),
        failure: (address) => void failures.push(address),
        warning: (text) => void warnings.push(text),
        peer: (host) => void hosts.add(host),
        host: async (host) => {
          hosts.add(host);
          // As an expression, for the browser to look: as a function, every request of the page would wait to be asked about.
          await context.route(new RegExp(`^https?://${host.replaceAll(".", "\\.")}/`), (route) =>
            route.fulfill({
              contentType: "text/html",
              body: `<!doctype html><title>${host}</title><p>This is ${host}.`,
            }),
          );
        },
      });
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

/** Chromium itself reports a failed answer on the console; the ones that a test is about are no trouble. */
function isTrouble(message: ConsoleMessage, statuses: Set<number>): boolean {
  if (!["error", "warning", "assert"].includes(message.type())) return false;
  const status = /Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
  return !(status && statuses.has(Number(status)));
}

/** A reader who goes on leaves requests behind that nobody needs any more. */
const isGivenUp = (request: Request) => request.failure()?.errorText === "net::ERR_ABORTED";

export { expect };
