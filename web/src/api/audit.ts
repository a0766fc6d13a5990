import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

/** One change or sign-in attempt: who, when, what, before and after. */
export type AuditEntry = components["schemas"]["AuditEntry"];

/** Filters of the audit log; an empty string means all. */
export interface AuditFilters {
  object: string;
  objectId: string;
  action: string;
  actor: string;
}

/** Entries per page of the audit log. */
export const auditPage = 50;

/** The audit log, newest first, page by page. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["/api/audit", filters],
    queryFn: ({ pageParam, signal }) => readPage(filters, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0, // users open this screen to see the latest changes
  });

async function readPage(filters: AuditFilters, before: number, signal: AbortSignal) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, word]) => word !== ""));
  const query = { ...chosen, limit: auditPage, ...(before > 0 ? { before } : {}) };
  const { data } = await client.GET("/api/audit", { params: { query }, signal });
  return answered(data);
}

/** A deleted product that can still be restored. */
export type DeletedProduct = components["schemas"]["DeletedProduct"];

/** How many days a deleted product is kept. */
export const trashDays = 30;

/** The deleted products, newest first. */
export const trashQuery = () => ({ ...read("/api/trash", {}), gcTime: 0 });

/** The state of a product before or after an audit entry. */
export type EntryState = Required<components["schemas"]["RestoreInput"]>;

/** Restores a product to a state of an audit entry or, without one, from the trash. */
export async function restoreProduct({ id, to = {} }: { id: number; to?: EntryState | Record<string, never> }) {
  const sent = { params: { path: { x: String(id) } }, body: to };
  const { data } = await client.POST("/api/products/{x}/restore", sent);
  return answered(data);
}

/** Invalidates the queries that a restored product appears in. */
export async function productRestored(queries: QueryClient) {
  const keys = ["/api/audit", "/api/trash", "/api/admin/products", "/api/admin/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
