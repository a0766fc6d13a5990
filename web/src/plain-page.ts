import type { QueryClient } from "@tanstack/react-query";
import { RequestError } from "./api/client";
import { pageReads } from "./routes";

/**
 * Reads the API responses that the page at a URL needs and the document does not include. Reports whether all arrived:
 * if not, the page that the server rendered is more useful than a screen without its data.
 */
export async function readAnswers(queries: QueryClient, path: string, search: string): Promise<boolean> {
  const reads = pageReads(path, search);
  await Promise.all(
    reads.filter(({ queryKey }) => !queries.getQueryState(queryKey)).map((read) => queries.prefetchQuery(read)),
  );
  return reads.every(({ queryKey }) => isAnswered(queries.getQueryState(queryKey)?.error));
}

/**
 * Reports whether there is no error, or the error is the API's answer for this URL, such as 404, and not a failure to
 * answer.
 */
const isAnswered = (error: Error | null | undefined) => !error || (error instanceof RequestError && error.status < 429);
