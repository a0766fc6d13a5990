import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import createClient from "openapi-fetch";
import { authorized, checkResponse, send } from "./client";
import type { paths } from "./schema.gen";

/**
 * The typed client of all API calls. It always sends cookies, and the JSON content type only with a body. Reads that are
 * cached do without it (client.ts), as every page loads their script.
 */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  credentials: "include",
  fetch: (request) => send(request),
});

client.use({
  onRequest: ({ request }) => authorized(request),
  onResponse: ({ response }) => checkResponse(response),
});

/** Returns the body of a call's response. A call that failed has thrown before. */
export async function answered<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call;
  if (data === undefined) throw new Error("The response has no body");
  return data;
}

/**
 * A list that is read page by page, again each time a screen shows it. `read` gets what the page before says is next;
 * undefined for the first one.
 */
export const pagedQuery = <Page extends { next: unknown }>(
  queryKey: QueryKey,
  read: (next: Page["next"] | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as Page["next"] | undefined,
    getNextPageParam: ({ next }: Page) => next || undefined,
    gcTime: 0,
  });
