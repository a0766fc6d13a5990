import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { change, readAddress } from "./client";
import type { Product } from "./products";

/** One change, or one try to sign in: who, when, what, before and after. */
export interface AuditEntry {
  id: number;
  /** RFC 3339. */
  at: string;
  /** The administrator's e-mail, or what did it ("import", "demo", "command line"). */
  actor: string;
  action: string;
  object: string;
  /** Empty where it is not one object. */
  objectId: string;
  version: number;
  before: unknown;
  after: unknown;
  address: string;
  requestId: string;
}

interface AuditPage {
  entries: AuditEntry[];
  /** The id to go on before; 0 at the end. */
  next: number;
}

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
    queryFn: ({ pageParam, signal }) => readAddress<AuditPage>(auditAddress(filters, pageParam), signal),
    initialPageParam: 0,
    gcTime: 0, // what happened since one was here last is what one comes for
    getNextPageParam: ({ next }) => next || undefined,
  });

function auditAddress(filters: AuditFilters, before: number): string {
  const asked = new URLSearchParams({ limit: String(auditPage) });
  for (const [key, value] of Object.entries(filters)) if (value !== "") asked.set(key, value);
  if (before > 0) asked.set("before", String(before));
  return `/api/audit?${asked}`;
}

/** A product that was deleted and can still come back. */
export interface DeletedProduct {
  product: Product;
  deletedAt: string;
  deletedBy: string;
}

/** How many days a deleted product is kept. */
export const trashDays = 30;

/** The products that were deleted, newest first. */
export const trashQuery = () =>
  queryOptions<DeletedProduct[], Error, DeletedProduct[], [string]>({ queryKey: ["/api/trash"], gcTime: 0 });

/** Puts a product back to its state after an entry of the record, or, without one, out of the trash. */
export const restoreProduct = ({ id, entry }: { id: number; entry?: number }) =>
  change<Product>("POST", `/api/products/${id}/restore`, entry === undefined ? {} : { entry });

/** Asks again for what a restored product can be seen in. */
export async function productRestored(queries: QueryClient) {
  const keys = ["/api/audit", "/api/trash", "/api/admin/products", "/api/admin/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
