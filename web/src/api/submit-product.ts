import { answered, client } from "./openapi-client";
import type { SubmissionDraft } from "./submissions";

/** Submits a tool. In a file of its own, because the screens that only read submissions need no client. */
export const submitProduct = (body: SubmissionDraft) => answered(client.POST("/api/submissions", { body }));
