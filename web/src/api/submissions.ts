import type { QueryClient } from "@tanstack/react-query";
import { read, readAddress } from "./client";
import type { AddressCheck, SubmissionInput } from "./schema.gen";

export type SubmissionDraft = SubmissionInput;

/** Which form visitors use to submit a tool: the site's own, or another host's. */
export const submitFormQuery = () => read("/api/submit-form", {});

/** A form that was posted without scripts and rejected: the typed values, the invalid fields and the message. */
export interface RefusedSubmission {
  values: Partial<Record<keyof SubmissionDraft, string>>;
  fields: { field: string; message: string }[];
  error: string;
}

/** Returns the rejected form that the document includes, if any: the response to the POST to this URL. */
export const refusedSubmission = (client: QueryClient) => client.getQueryData<RefusedSubmission>(["/submit"]);

/** The status of a submission; only its sender knows the key. */
export const submissionStatusQuery = (key: string) => read("/api/submission-status/{key}", { path: { key } });

/** Reports whether a tool with this URL is already listed or submitted, however the URL is spelled. */
export const checkAddress = (website: string, signal: AbortSignal) =>
  readAddress<AddressCheck>(`/api/submissions/check?website=${encodeURIComponent(website)}`, signal);
