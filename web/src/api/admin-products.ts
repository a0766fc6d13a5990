import { type DefaultError, queryOptions } from "@tanstack/react-query";
import { change } from "./client";
import type { Product } from "./products";

/** A product as the administrator's list has it: its description is cut after 160 characters. */
export type AdminProduct = Pick<
  Product,
  | "id"
  | "slug"
  | "name"
  | "description"
  | "type"
  | "section"
  | "categories"
  | "website"
  | "logo"
  | "logoColor"
  | "displayOrder"
  | "isFeatured"
  | "hasLandingPage"
  | "hasDeal"
  | "version"
  | "createdAt"
>;

/** What is done to many products at once; what is not named stays as it is. */
export interface BulkChange {
  type?: AdminProduct["type"];
  section?: AdminProduct["section"];
  isFeatured?: boolean;
  hasDeal?: boolean;
  /** Puts these in place of the product's own. */
  categories?: string[];
  addCategories?: string[];
  removeCategories?: string[];
  delete?: true;
}

/** A product's place in the catalogue's order, counted from 1. */
export interface Placement {
  id: number;
  displayOrder: number;
}

/** Every product, in the administrator's order. */
export const adminProductsQuery = () =>
  queryOptions<AdminProduct[], DefaultError, AdminProduct[], [string]>({ queryKey: ["/api/admin/products"] });

/** Puts all products in a new order, or none when one of them is not known. */
export const reorderProducts = (updates: Placement[]) =>
  change<{ version: number; updated: number }>("PATCH", "/api/products/reorder", { updates });

/** Changes or deletes many products in one step. The version names the step for undo. */
export const changeProducts = (ids: number[], wanted: BulkChange) =>
  change<{ version: number; changed: number }>("POST", "/api/products/bulk", { ids, change: wanted });

/** Moves a product to the trash, where it stays for 30 days. */
export const deleteProduct = (id: number) => change<undefined>("DELETE", `/api/products/${id}`);

/** Takes a product out of the trash again. */
export const restoreProduct = (id: number) => change<AdminProduct>("POST", `/api/products/${id}/restore`, {});

/** Puts back every product that the step with this version changed; none when one was changed since. */
export const undoChange = (version: number) => change<{ restored: number }>("POST", "/api/undo", { version });
