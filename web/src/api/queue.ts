import type { QueryClient } from "@tanstack/react-query";
import { productRowsKey } from "./admin-products";
import { answered, client, pagedQuery } from "./openapi-client";
import type { DecideInput, ProductInput, Queue, QueuedSubmission } from "./schema.gen";

export type { QueuedSubmission } from "./schema.gen";
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

/** Approves submissions as they are, or rejects them for a reason that their senders can read: all of them, or none. */
export const decideSubmissions = (body: DecideInput) => answered(client.POST("/api/submissions/decide", { body }));

/** Deletes a submission without notifying its sender. */
export const deleteSubmission = (id: number) => client.DELETE("/api/submissions/{id}", { params: { path: { id } } });

/** Invalidates the queries that a decision affects. */
export async function queueChanged(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [queueAddress] }),
    queries.invalidateQueries({ queryKey: productRowsKey }),
  ]);
}
