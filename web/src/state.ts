import type { QueryClient } from "@tanstack/react-query";
import { newQueryClient, RequestError } from "./api/client";

/** An answer of the API as the document carries it. */
export interface Answer {
  status: number;
  body: unknown;
}

/** What a document brings along: the site's name and, by address, the answers that its markup was made from. */
export interface DocumentState {
  site: { name: string };
  answers?: Record<string, Answer>;
}

/** A query client that already knows the answers, failures too, so that none of them is asked for again. */
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

/** Reads the state block of the document; a document without one (in development) brings nothing. */
export function readDocumentState(block: HTMLElement | null): DocumentState {
  const text = block?.textContent ?? "";
  return text === "" ? { site: { name: "Vitrine" } } : (JSON.parse(text) as DocumentState);
}
