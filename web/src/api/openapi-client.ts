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

/** Returns the body of a successful response; failures have been thrown before. */
export function answered<T>(data: T | undefined): T {
  if (data === undefined) throw new Error("The response has no body");
  return data;
}
