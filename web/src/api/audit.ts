import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

/** One change, or one try to sign in: who, when, what, before and after. */
export type AuditEntry = components["schemas"]["AuditEntry"];

/** Which changes to read; an empty word asks for all. */
export interface AuditFilters {
  object: string;
  objectId: string;
  action: string;
  actor: string;
}

/** How many changes each page of the record has. */
export const auditPage = 50;

/** The record of changes, newest first, page by page. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["/api/audit", filters],
    queryFn: ({ pageParam, signal }) => readPage(filters, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0, // what happened since one was here last is what one comes for
  });

async function readPage(filters: AuditFilters, before: number, signal: AbortSignal) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, word]) => word !== ""));
  const query = { ...chosen, limit: auditPage, ...(before > 0 ? { before } : {}) };
  const { data } = await client.GET("/api/audit", { params: { query }, signal });
  return answered(data);
}

/** A product that was deleted and can still come back. */
export type DeletedProduct = components["schemas"]["DeletedProduct"];

/** How many days a deleted product is kept. */
export const trashDays = 30;

/** The products that were deleted, newest first. */
export const trashQuery = () => ({ ...read("/api/trash", {}), gcTime: 0 });

/** The state of a product before or after an entry of the record. */
export type EntryState = Required<components["schemas"]["RestoreInput"]>;

/** Puts a product back to a state that an entry of the record has, or, without one, out of the trash. */
export async function restoreProduct({ id, to = {} }: { id: number; to?: EntryState | Record<string, never> }) {
  const sent = { params: { path: { x: String(id) } }, body: to };
  const { data } = await client.POST("/api/products/{x}/restore", sent);
  return answered(data);
}

/** Asks again for what a restored product can be seen in. */
export async function productRestored(queries: QueryClient) {
  const keys = ["/api/audit", "/api/trash", "/api/admin/products", "/api/admin/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
