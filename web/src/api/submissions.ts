import { answered, client, read, readAddress } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type SubmissionDraft = Schemas["SubmissionInput"];
export type SubmissionStatus = Schemas["SubmissionStatus"];
export type AddressCheck = Schemas["AddressCheck"];

/** Where visitors send a tool in: the site's own form, or another host's. */
export const submitFormQuery = () => read("/api/submit-form", {});

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
