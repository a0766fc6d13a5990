import type { QueryClient } from "@tanstack/react-query";
import { RequestError } from "./api/client";
import { pageReads } from "./routes";

/**
 * Reads the answers that the page at an address needs and the document did not bring. Reports whether all came: where one
 * did not, the page that the server has written says more than a screen without its answers.
 */
export async function readAnswers(queries: QueryClient, path: string, search: string): Promise<boolean> {
  const reads = pageReads(path, search);
  await Promise.all(
    reads.filter(({ queryKey }) => !queries.getQueryState(queryKey)).map((read) => queries.prefetchQuery(read)),
  );
  return reads.every(({ queryKey }) => isAnswered(queries.getQueryState(queryKey)?.error));
}

/** Whether an error, if any, is the API's answer to this address, such as 404, and not a failure to answer. */
const isAnswered = (error: Error | null | undefined) => !error || (error instanceof RequestError && error.status < 429);
