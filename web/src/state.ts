import type { QueryClient } from "@tanstack/react-query";
import { newQueryClient, RequestError } from "./api/client";

/** An API response as the document includes it. */
export interface Answer {
  status: number;
  body: unknown;
}

/**
 * The state that a document includes: the site's name, whether search engines may follow links that pay nothing, and by URL the API
 * responses that its markup was made from.
 */
export interface DocumentState {
  site: { name: string; follow?: true };
  answers?: Record<string, Answer>;
}

/** Returns a query client that already has these responses, failures too, so that none of them is requested again. */
export function queryClientWith(answers: Record<string, Answer> = {}): QueryClient {
  const client = newQueryClient();
  for (const [address, answer] of Object.entries(answers)) {
    const key: [string] = [address];
    if (answer.status === 200) client.setQueryData(key, answer.body);
    else rememberFailure(client, key, answer);
  }
  return client;
}

function rememberFailure(client: QueryClient, queryKey: [string], { status, body }: Answer) {
  const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey }));
  query.setState({
    status: "error",
    error: new RequestError(status, JSON.stringify(body)),
    errorUpdatedAt: Date.now(),
  });
}

/** Reads the state block of the document. A document without one (in development) has no state. */
export function readDocumentState(block: HTMLElement | null): DocumentState {
  const text = block?.textContent ?? "";
  return text === "" ? { site: { name: "Vitrine" } } : (JSON.parse(text) as DocumentState);
}
