// Lazy modules are loaded before the first test. On a busy machine loading one can take longer than a test waits, and a
// test file that ends while one is loading breaks the module for all later files of its worker.
import.meta.glob(["../public/**/*.{ts,tsx}", "!**/*.test.*"], { eager: true });

import { act, render, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import { App } from "../app";
import { type Answer, queryClientWith } from "../state";
import { sampleSite } from "./samples";
import { type Reply as AdminReply, busy, type stubServer } from "./server";
import { newUser } from "./user";

/** The stubbed answer at a URL: a body, a failure, or a promise of either that the test settles. */
type Reply = unknown;

export const failure = (status: number, body = ""): Response => new Response(body, { status });

/** Answers requests from the table, by URL; unknown URLs get a 404. Returns the requested URLs. */
export function stubApi(replies: Record<string, Reply>): { asked: string[]; aborted: string[] } {
  const asked: string[] = [];
  const aborted: string[] = [];
  const table: Record<string, Reply> = { "/api/site": sampleSite(), ...replies };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const address = pathname + search;
    asked.push(address);
    request.signal.addEventListener("abort", () => aborted.push(address));
    const reply = await table[address];
    if (reply instanceof Response) return reply.clone();
    return reply === undefined ? failure(404, '{"error":"not found"}') : Response.json(reply);
  });
  return { asked, aborted };
}

/**
 * Renders the whole page at a URL without server markup. With replies, the API is stubbed. `retry` gives the API other
 * replies and clicks "Try again".
 */
export function openPage(address: string, replies?: Record<string, Reply>, answers: Record<string, Answer> = {}) {
  const requests = replies ? stubApi(replies) : { asked: [], aborted: [] };
  history.replaceState(null, "", address);
  const user = newUser();
  const page = render(<App queries={queryClientWith(answers)} siteName="Vitrine" />);
  const retry = async (replies: Record<string, Reply>) => {
    stubApi(replies);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
  };
  return { ...requests, user, retry, ...page };
}

export const present = () => location.pathname + location.search;

export const textsOf = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);

/** A promise that the test settles. */
export function deferred<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** Stubs the intersection observer, so that the test decides what is near the viewport. */
export function stubNearness() {
  const watchers = new Set<IntersectionObserverCallback>();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(readonly callback: IntersectionObserverCallback) {}
      observe() {
        watchers.add(this.callback);
      }
      disconnect() {
        watchers.delete(this.callback);
      }
    },
  );
  return (isIntersecting: boolean) => {
    const entries = [{ isIntersecting } as IntersectionObserverEntry];
    for (const notify of watchers) notify(entries, {} as IntersectionObserver);
  };
}

interface Opened {
  server: ReturnType<typeof stubServer>;
  user: UserEvent;
}

/**
 * Opens a screen that asks the server with a call. Checks that it shows that it is loading, then in an alert that the
 * call has failed, and that "Try again" repeats the call; the screen then gets the reply.
 */
export async function expectLoading(
  open: (replies: Record<string, AdminReply>) => Opened | Promise<Opened>,
  call: string,
  { loading, failed, reply }: { loading?: string; failed: string; reply: Reply },
) {
  const answer = deferred<unknown>();
  const { server, user } = await open({ [call]: () => answer.promise });
  if (loading) expect(await screen.findByText(loading)).toBeInTheDocument();
  await act(async () => answer.settle(busy()));
  expect(await screen.findByRole("alert")).toHaveTextContent(failed);
  server.replies[call] = reply;
  await user.click(screen.getByRole("button", { name: /^Try again/ }));
  return { server, user };
}
