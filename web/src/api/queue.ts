import type { QueryClient } from "@tanstack/react-query";
import { adminProductsQuery } from "./admin-products";
import { answered, client, readAddress } from "./client";
import type { ProductInput } from "./product-changes";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type QueuedSubmission = Schemas["Submission"];
export type QueueStatus = QueuedSubmission["status"];
export type Queue = Schemas["Queue"];

const queueAddress = "/api/submissions";

/** A status's submissions, page after page, the newest first; what visitors send in meanwhile is seen when one comes again. */
export const queueQuery = (status: QueueStatus) => ({
  queryKey: [queueAddress, status],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    readAddress<Queue>(`${queueAddress}?status=${status}${pageParam === 0 ? "" : `&before=${pageParam}`}`, signal),
  initialPageParam: 0,
  getNextPageParam: ({ next }: Queue) => next || undefined,
  gcTime: 0,
});

/** Makes the product of a submission, and approves it. */
export async function approveSubmission(id: number, body: ProductInput) {
  const { data } = await client.POST("/api/submissions/{id}/approve", { params: { path: { id } }, body });
  return answered(data);
}

/** Rejects a submission; its sender reads the reason. */
export async function rejectSubmission({ id, reason }: { id: number; reason: string }) {
  const { data } = await client.POST("/api/submissions/{id}/reject", { params: { path: { id } }, body: { reason } });
  return answered(data);
}

/** Removes a submission without a word to its sender. */
export async function deleteSubmission(id: number) {
  await client.DELETE("/api/submissions/{id}", { params: { path: { id } } });
}

/** Asks again for what a decision can be seen in. */
export async function queueChanged(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [queueAddress] }),
    queries.invalidateQueries({ queryKey: adminProductsQuery().queryKey }),
  ]);
}
