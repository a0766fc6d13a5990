import { type DefaultError, QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { formatQuery } from "../filters";
import type { paths } from "./schema.gen";

/** An unsuccessful response. Its message is the status, a colon, a space and the raw body. */
export class RequestError extends Error {
  readonly status: number;
  readonly body: string;
  /** How many seconds to wait before repeating the call; 0 if the response does not say. */
  readonly retryAfter: number;

  constructor(status: number, body: string, retryAfter = 0) {
    super(`${status}: ${body}`);
    this.name = "RequestError";
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Whether the server has nothing at the address, so that another attempt is of no use. */
export const isMissing = (error: unknown) =>
  error instanceof RequestError && (error.status === 404 || error.status === 410);

/** Is notified of the session's state while a user is signed in. */
export interface SessionObserver {
  /** A call succeeded, so the session is still valid. */
  used(): void;
  /**
   * A call was refused because the session has ended. Reports whether there is a session again, so that the call is
   * repeated.
   */
  lost(): Promise<boolean>;
}

let sessionObserver: SessionObserver | undefined;

/** Sets the observer of this page. Without one, a refused call fails. */
export function observeSession(by: SessionObserver | undefined) {
  sessionObserver = by;
}

/** The calls that start and end a session: a 401 from them does not ask the user to sign in. */
const withoutSession = ["/api/auth/login", "/api/auth/login/code", "/api/auth/logout"];

/** Sends a request, and sends it again if it was refused without a session and there is one again. */
export async function send(request: Request, by: typeof defaultFetch = defaultFetch): Promise<Response> {
  const again =
    sessionObserver && !withoutSession.includes(new URL(request.url).pathname) ? request.clone() : undefined;
  const response = await by(request);
  if (response.ok) sessionObserver?.used();
  if (response.status !== 401 || !again || !(await sessionObserver?.lost())) return response;
  return by(again);
}

/** How long a write may wait for its response, in milliseconds; the server's timeout is the same. */
export const answerTimeout = 60_000;

/** The timeout of a sync, which is answered when it has finished. */
export const syncTimeout = 11 * 60_000;

/** The timeout of a change that may be of all products, or of many earnings or old URLs. */
export const bulkTimeout = 4 * 60_000;

function timeoutOf({ url }: Request): number {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/api/sync")) return syncTimeout;
  return /bulk$|undo|earn/.test(pathname) ? bulkTimeout : answerTimeout;
}

/** A write that was not answered in time, so it is not known whether it was applied. */
export class LateError extends Error {
  constructor() {
    super("The site didn't answer in time. Please check whether the change was made before you try again.");
    this.name = "LateError";
  }
}

const defaultFetch = (request: Request): Promise<Response> =>
  request.method === "GET" ? globalThis.fetch(request) : fetchWithTimeout(request);

/** Sends a request, and aborts it with a LateError if it is not answered in time. */
async function fetchWithTimeout(request: Request): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new LateError()), timeoutOf(request));
  try {
    return await globalThis.fetch(request, { signal: AbortSignal.any([request.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the stored token, if there is one. */
export function authorized(request: Request): Request {
  const token = localStorage.getItem("auth_token");
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  return request;
}

/** Throws a RequestError unless the request was successful. */
export async function checkResponse(response: Response): Promise<void> {
  if (response.ok) return;
  const body = (await response.text()) || response.statusText;
  throw new RequestError(response.status, body, Number(response.headers.get("Retry-After")) || 0);
}

/** Sends data without waiting for a response; the browser delivers it even if the page is left. */
export function beacon(path: keyof paths, body: object) {
  navigator.sendBeacon?.(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
}

interface Reading {
  get: { parameters: object; responses: { 200: { content: { "application/json": unknown } } } };
}
type ReadPath = { [P in keyof paths]: paths[P] extends Reading ? P : never }[keyof paths];
type Body<P extends ReadPath> = paths[P]["get"]["responses"][200]["content"]["application/json"];
type Params<P extends ReadPath> = paths[P]["get"]["parameters"];

/**
 * The query of one read. Its key is the full URL: the document's state stores the response under it, and the default
 * query function requests it.
 */
export function read<P extends ReadPath>(path: P, params: Pick<Params<P>, "path" | "query">) {
  const parts: Record<string, string | number> = params.path ?? {};
  const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parts[name] ?? ""));
  const address = filled + formatQuery(params.query ?? {});
  return queryOptions<Body<P>, DefaultError, Body<P>, [string]>({ queryKey: [address] });
}

/** Requests the URL that the key's parts form when joined with slashes. */
function readKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  return readAddress(queryKey.join("/"), signal);
}

/** Reads a URL that is not itself a query key. */
export async function readAddress<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const request = new Request(location.origin + address, { credentials: "include", signal: signal ?? null });
  const response = await send(authorized(request));
  await checkResponse(response);
  return (await response.json()) as Answer;
}

/** How long an unused response stays cached, in milliseconds. The server's engine has no timers to evict it. */
const unusedFor = typeof window === "undefined" ? Number.POSITIVE_INFINITY : 30 * 60 * 1000;

/** Defaults for every read: no retries, no refetch on focus or interval, never stale. */
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
