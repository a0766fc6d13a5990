import type { QueryClient } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client, pagedQuery } from "./openapi-client";
import type { AuditEntry, AuditPage, RestoreInput, UndoInput, UndoPreview, UndoPreviewRow } from "./schema.gen";

/** Filters of the audit log; an empty string means all. */
export interface AuditFilters {
  object: string;
  objectId: string;
  action: string;
  actor: string;
}

/** Entries per page of the audit log. */
const auditPage = 50;

/** The audit log, newest first, page by page. */
export const auditQuery = (filters: AuditFilters) =>
  pagedQuery<AuditPage>(["/api/audit", filters], (before, signal) => {
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, word]) => word !== ""));
    return answered(client.GET("/api/audit", { params: { query: { ...chosen, limit: auditPage, before } }, signal }));
  });

/** The entries of one change about a single object each, newest first, page by page; searched by the names of products. */
export const changeRowsQuery = ({ version, object }: Pick<AuditEntry, "version" | "object">, search: string) =>
  pagedQuery<AuditPage>(["/api/audit", "rows", version, object, search], (before, signal) => {
    const query = { version, object, search: search || undefined, limit: changeRowsPage, before };
    return answered(client.GET("/api/audit", { params: { query }, signal }));
  });

/** Rows per page of a change. */
export const changeRowsPage = 20;

/** A product that has changed since a change. */
export type ChangedRow = UndoPreviewRow;

/** What an undo of a change would find; the first page has the counts. */
export const undoPreviewQuery = (version: number) =>
  pagedQuery<UndoPreview>(["/api/undo", version], (after, signal) =>
    answered(client.GET("/api/undo/{version}", { params: { path: { version }, query: { after } }, signal })),
  );

/** What an undo does with products that have changed since. */
export type ChangedSince = NonNullable<UndoInput["changedSince"]>;

/** Undoes a change. Without a choice, nothing is undone if a product has changed since. */
export const undoInParts = (version: number, changedSince: ChangedSince | undefined) =>
  answered(client.POST("/api/undo", { body: { version, ...(changedSince ? { changedSince } : {}) } }));

/** How many days a deleted product is kept. */
export const trashDays = 30;

/** The deleted products, newest first. */
export const trashQuery = () => ({ ...read("/api/trash", {}), gcTime: 0 });

/** The state of a product before or after an audit entry. */
export type EntryState = Required<RestoreInput>;

/** Restores a product to a state of an audit entry or, without one, from the trash. */
export const restoreProduct = ({ id, to = {} }: { id: number; to?: EntryState | Record<string, never> }) =>
  answered(client.POST("/api/products/{x}/restore", { params: { path: { x: String(id) } }, body: to }));

/** Restores products from the trash: all of them, or none. */
export const restoreProducts = (ids: number[]) => answered(client.POST("/api/trash/restore", { body: { ids } }));

/** Invalidates the queries that a restored product appears in. */
export async function productRestored(queries: QueryClient) {
  const keys = ["/api/audit", "/api/trash", "/api/admin/product-rows", "/api/admin/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
