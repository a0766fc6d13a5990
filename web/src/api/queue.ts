import type { QueryClient } from "@tanstack/react-query";
import { adminProductsQuery } from "./admin-products";
import { answered, client, pagedQuery } from "./openapi-client";
import type { ProductInput, Queue, Submission } from "./schema.gen";

export type QueuedSubmission = Submission;
export type QueueStatus = QueuedSubmission["status"];

const queueAddress = "/api/submissions";

/**
 * The submissions of one status, page by page, newest first. New submissions appear when the screen is opened again.
 */
export const queueQuery = (status: QueueStatus) =>
  pagedQuery<Queue>([queueAddress, status], (before, signal) =>
    answered(client.GET(queueAddress, { params: { query: { status, before } }, signal })),
  );

/** Creates the product of a submission and approves it. */
export const approveSubmission = (id: number, body: ProductInput) =>
  answered(client.POST("/api/submissions/{id}/approve", { params: { path: { id } }, body }));

/** Rejects a submission; its sender can read the reason. */
export const rejectSubmission = ({ id, reason }: { id: number; reason: string }) =>
  answered(client.POST("/api/submissions/{id}/reject", { params: { path: { id } }, body: { reason } }));

/** Deletes a submission without notifying its sender. */
export const deleteSubmission = (id: number) => client.DELETE("/api/submissions/{id}", { params: { path: { id } } });

/** Invalidates the queries that a decision affects. */
export async function queueChanged(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [queueAddress] }),
    queries.invalidateQueries({ queryKey: adminProductsQuery().queryKey }),
  ]);
}
