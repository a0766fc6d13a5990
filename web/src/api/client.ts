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

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.name = "RequestError";
    this.status = status;
  }
}

const conventions: Middleware = {
  onRequest({ request }) {
    const token = localStorage.getItem("auth_token");
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw new RequestError(response.status, (await response.text()) || response.statusText);
  },
};

/** The typed way to call the API: cookies always go along, JSON is named as such only where there is a body. */
export function newClient() {
  const client = createClient<paths>({
    baseUrl: globalThis.location?.origin ?? "",
    credentials: "include",
    fetch: (request) => globalThis.fetch(request),
  });
  client.use(conventions);
  return client;
}

export const client = newClient();

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
async function readKey({ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal }): Promise<unknown> {
  const address = queryKey.join("/") as ReadPath;
  const { data } = await client.GET(address, { signal } as never);
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
