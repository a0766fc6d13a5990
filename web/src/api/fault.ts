import { LateError, RequestError } from "./client";

/** What the API says of a call that it refused. */
export interface Fault {
  /** A sentence that a person can act on. */
  message: string;
  code: string;
  /** What is wrong with which field; only where that is why. */
  fields: { field: string; message: string }[];
}

/** The fault that an error carries, or null when it is no answer of the API: no connection, or a proxy's own page. */
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

/** What to say of a failed call: the API's own sentence, that the answer is late, or else this one. */
export const sentenceOf = (error: unknown, otherwise: string) =>
  error instanceof LateError ? error.message : (faultOf(error)?.message ?? otherwise);

/** What the API says of one field, or undefined when it has nothing against it. */
export const fieldMessage = (error: unknown, name: string) =>
  faultOf(error)?.fields.find(({ field }) => field === name)?.message;

/** Whether the call was answered with this status. */
export const hasStatus = (error: unknown, status: number) => error instanceof RequestError && error.status === status;
