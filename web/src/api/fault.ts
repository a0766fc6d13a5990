import { LateError, RequestError } from "./client";

/** The API's description of a refused call. */
interface Fault {
  /** A sentence that tells users what they can do. */
  message: string;
  code: string;
  /** The invalid fields with their messages; empty if the cause is not a field. */
  fields: { field: string; message: string }[];
}

/**
 * Returns the API's fault in an error, or null if the error is not an API response: no connection, or a proxy's own
 * error page.
 */
export function faultOf(error: unknown): Fault | null {
  if (!(error instanceof RequestError)) return null;
  try {
    const body: unknown = JSON.parse(error.body);
    if (typeof body !== "object" || body === null || !("message" in body)) return null;
    const { message, code = "", fields = [] } = body as Partial<Fault>;
    return typeof message === "string" ? { message, code, fields } : null;
  } catch {
    return null;
  }
}

/** Returns the sentence to show for a failed call: the API's own, that the answer is late, or the given one. */
export const sentenceOf = (error: unknown, otherwise: string) =>
  error instanceof LateError ? error.message : (faultOf(error)?.message ?? otherwise);

/** Returns the API's message about a field, or undefined if it has none. */
export const fieldMessage = (error: unknown, name: string) =>
  faultOf(error)?.fields.find(({ field }) => field === name)?.message;

/** Reports whether the call was answered with this status. */
export const hasStatus = (error: unknown, status: number) => error instanceof RequestError && error.status === status;
