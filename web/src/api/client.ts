import { type DefaultError, QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import createClient, {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type Middleware,
} from "openapi-fetch";
import type { paths } from "./schema.gen";

/** An answer that is not a success. Its message is the status, a colon, a space and the body as it came. */
export class RequestError extends Error {
  readonly status: number;
  readonly body: string;
  /** How many seconds to wait before the call is worth repeating; 0 when the answer does not say. */
  readonly retryAfter: number;

  constructor(status: number, body: string, retryAfter = 0) {
    super(`${status}: ${body}`);
    this.name = "RequestError";
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Is notified of what calls say about the session of a page on which somebody is signed in. */
export interface SessionObserver {
  /** A call was answered: the session goes on. */
  used(): void;
  /** A call was refused for want of a session. Gives whether there is one again, so that the call is worth repeating. */
  lost(): Promise<boolean>;
}

let sessionObserver: SessionObserver | undefined;

/** Sets the observer of this page; without one a refused call is just refused. */
export function observeSession(by: SessionObserver | undefined) {
  sessionObserver = by;
}

/** The calls that make and end a session: nobody is asked to sign in for them. */
const withoutSession = ["/api/auth/login", "/api/auth/logout"];

/** Sends a request; once more when it was refused for want of a session and there is one again. */
export async function send(request: Request, by: typeof plainly = plainly): Promise<Response> {
  const again =
    sessionObserver && !withoutSession.includes(new URL(request.url).pathname) ? request.clone() : undefined;
  const response = await by(request);
  if (response.ok) sessionObserver?.used();
  if (response.status !== 401 || !again || !(await sessionObserver?.lost())) return response;
  return by(again);
}

/** How long a call that changes something may wait for its answer, in milliseconds; the server gives up then too. */
export const answerTimeout = 60_000;

/** The same of a sync, which is answered when it is done. */
export const syncTimeout = 11 * 60_000;

/** A change that was not answered in time. Nobody knows whether it was made. */
export class LateError extends Error {
  constructor() {
    super("The site didn't answer in time. Please check whether the change was made before you try again.");
    this.name = "LateError";
  }
}

const plainly = (request: Request): Promise<Response> =>
  request.method === "GET" ? globalThis.fetch(request) : inTime(request);

/** Sends a request, and gives it up as late when it is not answered in time. */
async function inTime(request: Request): Promise<Response> {
  const late = new AbortController();
  const within = new URL(request.url).pathname.startsWith("/api/sync") ? syncTimeout : answerTimeout;
  const timer = setTimeout(() => late.abort(new LateError()), within);
  try {
    return await globalThis.fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

const conventions: Middleware = {
  onRequest({ request }) {
    const token = localStorage.getItem("auth_token");
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return;
    const body = (await response.text()) || response.statusText;
    throw new RequestError(response.status, body, Number(response.headers.get("Retry-After")) || 0);
  },
};

/** The typed way to call the API: cookies always go along, JSON is named as such only where there is a body. */
export function newClient() {
  const client = createClient<paths>({
    baseUrl: globalThis.location?.origin ?? "",
    credentials: "include",
    fetch: (request) => send(request),
  });
  client.use(conventions);
  return client;
}

export const client = newClient();

/** Sends something off without waiting for an answer; the browser delivers it even when the page is left meanwhile. */
export function beacon(path: keyof paths, body: object) {
  navigator.sendBeacon?.(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
}

interface Reading {
  get: { parameters: object; responses: { 200: { content: { "application/json": unknown } } } };
}
type ReadPath = { [P in keyof paths]: paths[P] extends Reading ? P : never }[keyof paths];
type Body<P extends ReadPath> = paths[P]["get"]["responses"][200]["content"]["application/json"];
type Params<P extends ReadPath> = paths[P]["get"]["parameters"];

const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };

/**
 * The query of one read. Its key is the address asked, whole: under that key the document's state carries the answer,
 * and the default read of the query client asks it.
 */
export function read<P extends ReadPath>(path: P, params: Pick<Params<P>, "path" | "query">) {
  const address = createFinalURL(path, { baseUrl: "", params, ...serializers });
  return queryOptions<Body<P>, DefaultError, Body<P>, [string]>({ queryKey: [address] });
}

/** Asks for the address that the key's parts make when joined with slashes. */
function readKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  return readAddress(queryKey.join("/"), signal);
}

/** Reads an address that is made up of more than a query's key. */
export async function readAddress<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const { data } = await client.GET(address as ReadPath, { signal } as never);
  return data as Answer;
}

/** The body of an answer that has one: every failure is thrown, so nothing else is left. */
export function answered<T>(data: T | undefined): T {
  if (data === undefined) throw new Error("The response has no body");
  return data;
}

/** How long an answer that no screen shows is kept, in milliseconds. The server's engine has no clock to forget by. */
const unusedFor = typeof window === "undefined" ? Number.POSITIVE_INFINITY : 30 * 60 * 1000;

/** How every screen reads: nothing is retried, asked again on focus or on a clock, and nothing goes stale by itself. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readKey,
        retry: false,
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: unusedFor,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
