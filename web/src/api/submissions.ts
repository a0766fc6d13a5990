import type { QueryClient } from "@tanstack/react-query";
import { answered, client, read, readAddress } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type SubmissionDraft = Schemas["SubmissionInput"];
export type SubmissionStatus = Schemas["SubmissionStatus"];
export type AddressCheck = Schemas["AddressCheck"];

/** Where visitors send a tool in: the site's own form, or another host's. */
export const submitFormQuery = () => read("/api/submit-form", {});

/** A form that was posted without scripts and refused: what was typed, what is wrong with which field, and the sentence. */
export interface RefusedSubmission {
  values: Partial<Record<keyof SubmissionDraft, string>>;
  fields: { field: string; message: string }[];
  error: string;
}

/** What the document of a refused form brings along: the answer of the POST to this address. */
export const refusedSubmission = (client: QueryClient) => client.getQueryData<RefusedSubmission>(["/submit"]);

/** How a submission stands; the key is known to its sender only. */
export const submissionStatusQuery = (key: string) => read("/api/submission-status/{key}", { path: { key } });

/** Whether a tool's address is known here, however it is spelled. */
export const checkAddress = (website: string, signal: AbortSignal) =>
  readAddress<AddressCheck>(`/api/submissions/check?website=${encodeURIComponent(website)}`, signal);

/** Sends a tool in. */
export async function submitProduct(body: SubmissionDraft) {
  const { data } = await client.POST("/api/submissions", { body });
  return answered(data);
}
