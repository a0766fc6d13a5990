import { test as base, type ConsoleMessage, expect, type Request } from "@playwright/test";
import type { Session } from "./administrator";
import { Directory } from "./directory";

/** What a page may do in this test that would otherwise fail it. */
interface Allowances {
  /** A status of the API or of a document that the test expects. */
  status(status: number): void;
  /** Another host that the visitor asked for; it is stubbed and never reached. */
  host(host: string): Promise<void>;
  /** Another host, with its port, that the test itself serves. */
  peer(host: string): void;
  /** A request that the page or the test aborts or breaks on purpose. */
  failure(address: RegExp): void;
  /** A console message that the test causes. */
  warning(text: RegExp): void;
}

interface Fixtures {
  directory: Directory;
  allow: Allowances;
}

/** A site that tests start with data of their own (own-site.ts). */
export interface OwnSite {
  address: string;
  folder: string;
  /** The administrator's, once a test has asked for it. */
  session?: Session;
  stop(): Promise<void>;
}

/** The own site of a worker's tests: one at a time, so the tests of a file share theirs. */
class OwnSites {
  #start: (() => Promise<OwnSite>) | undefined;
  #site: OwnSite | undefined;

  async open(start: () => Promise<OwnSite>): Promise<OwnSite> {
    if (this.#site && this.#start === start) return this.#site;
    await this.stop();
    this.#start = start;
    this.#site = await start();
    return this.#site;
  }

  async stop() {
    await this.#site?.stop();
    this.#site = undefined;
  }
}

/**
 * A test in which every page is watched: it fails on console messages, failed requests, requests to other hosts, and
 * violations of the content security policy.
 */
export const test = base.extend<Fixtures, { ownSites: OwnSites }>({
  // One fixture for all sites: with one for each, every file would start another worker and another browser.
  ownSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's way to say that nothing is needed
    async ({}, use) => {
      const sites = new OwnSites();
      await use(sites);
      await sites.stop();
    },
    { scope: "worker" },
  ],
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
        const isUnwanted = !javaScriptEnabled && request.resourceType() === "script"; // the browser refuses to preload it
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
          // As a regular expression, which the browser matches itself: with a function, every request would go through
          // the test.
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

/**
 * Reports whether a console message is unexpected. Chromium logs failed responses itself; those that the test expects
 * are ignored.
 */
function isTrouble(message: ConsoleMessage, statuses: Set<number>): boolean {
  if (!["error", "warning", "assert"].includes(message.type())) return false;
  const status = /Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
  return !(status && statuses.has(Number(status)));
}

/** Reports whether a request was aborted, as happens when the user navigates away. */
const isGivenUp = (request: Request) => request.failure()?.errorText === "net::ERR_ABORTED";

export { expect };
