import { answered, client } from "./openapi-client";
import type { SubmissionDraft } from "./submissions";

/** Submits a tool. */
export async function submitProduct(body: SubmissionDraft) {
  const { data } = await client.POST("/api/submissions", { body });
  return answered(data);
}
