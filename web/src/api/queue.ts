import type { QueryClient } from "@tanstack/react-query";
import { adminProductsQuery, type ProductInput } from "./admin-products";
import { readAddress } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type QueuedSubmission = Schemas["Submission"];
export type QueueStatus = QueuedSubmission["status"];
export type Queue = Schemas["Queue"];

const queueAddress = "/api/submissions";

/**
 * The submissions of one status, page by page, newest first. New submissions appear when the screen is opened again.
 */
export const queueQuery = (status: QueueStatus) => ({
  queryKey: [queueAddress, status],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    readAddress<Queue>(`${queueAddress}?status=${status}${pageParam === 0 ? "" : `&before=${pageParam}`}`, signal),
  initialPageParam: 0,
  getNextPageParam: ({ next }: Queue) => next || undefined,
  gcTime: 0,
});

/** Creates the product of a submission and approves it. */
export async function approveSubmission(id: number, body: ProductInput) {
  const { data } = await client.POST("/api/submissions/{id}/approve", { params: { path: { id } }, body });
  return answered(data);
}

/** Rejects a submission; its sender can read the reason. */
export async function rejectSubmission({ id, reason }: { id: number; reason: string }) {
  const { data } = await client.POST("/api/submissions/{id}/reject", { params: { path: { id } }, body: { reason } });
  return answered(data);
}

/** Deletes a submission without notifying its sender. */
export async function deleteSubmission(id: number) {
  await client.DELETE("/api/submissions/{id}", { params: { path: { id } } });
}

/** Invalidates the queries that a decision affects. */
export async function queueChanged(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [queueAddress] }),
    queries.invalidateQueries({ queryKey: adminProductsQuery().queryKey }),
  ]);
}
