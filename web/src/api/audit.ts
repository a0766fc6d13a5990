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

/** The entries of one change about a single object each, newest first, page by page; searched by the names of products. */
export const changeRowsQuery = ({ version, object }: Pick<AuditEntry, "version" | "object">, search: string) =>
  infiniteQueryOptions({
    queryKey: ["/api/audit", "rows", version, object, search],
    queryFn: async ({ pageParam, signal }) => {
      const named = search === "" ? {} : { search };
      const before = pageParam > 0 ? { before: pageParam } : {};
      const query = { version, object, ...named, limit: changeRowsPage, ...before };
      const { data } = await client.GET("/api/audit", { params: { query }, signal });
      return answered(data);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
  });

/** Rows per page of a change. */
export const changeRowsPage = 20;

/** A product that has changed since a change. */
export type ChangedRow = components["schemas"]["UndoPreviewRow"];

/** What an undo of a change would find; the first page has the counts. */
export const undoPreviewQuery = (version: number) =>
  infiniteQueryOptions({
    queryKey: ["/api/undo", version],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { version }, query: pageParam > 0 ? { after: pageParam } : {} };
      const { data } = await client.GET("/api/undo/{version}", { params, signal });
      return answered(data);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0, // each question is about the products as they are now
  });

/** What an undo does with products that have changed since. */
export type ChangedSince = NonNullable<components["schemas"]["UndoInput"]["changedSince"]>;

/** Undoes a change. Without a choice, nothing is undone if a product has changed since. */
export async function undoInParts(version: number, changedSince: ChangedSince | undefined) {
  const { data } = await client.POST("/api/undo", { body: { version, ...(changedSince ? { changedSince } : {}) } });
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

/** Restores products from the trash: all of them, or none. */
export async function restoreProducts(ids: number[]) {
  const { data } = await client.POST("/api/trash/restore", { body: { ids } });
  return answered(data);
}

/** Invalidates the queries that a restored product appears in. */
export async function productRestored(queries: QueryClient) {
  const keys = ["/api/audit", "/api/trash", "/api/admin/products", "/api/admin/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
