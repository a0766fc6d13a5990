import { change, read } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A product as the administrator's list has it: its description is cut after 160 characters. */
export type AdminProduct = Schemas["ProductRow"];

/** What is done to many products at once; what is not named stays as it is. */
export type BulkChange = Schemas["BulkChange"];

/** A product's place in the catalogue's order, counted from 1. */
export type Placement = Schemas["PlacementInput"];

/** Every product, in the administrator's order. */
export const adminProductsQuery = () => read("/api/admin/products", {});

/** Puts all products in a new order, or none when one of them is not known. */
export const reorderProducts = (updates: Placement[]) =>
  change<Schemas["Reordered"]>("PATCH", "/api/products/reorder", { updates });

/** Changes or deletes many products in one step. The version names the step for undo. */
export const changeProducts = (ids: number[], wanted: BulkChange) =>
  change<Schemas["BulkChanged"]>("POST", "/api/products/bulk", { ids, change: wanted });

/** Moves a product to the trash, where it stays for 30 days. */
export const deleteProduct = (id: number) => change<undefined>("DELETE", `/api/products/${id}`);

/** Takes a product out of the trash again. */
export const restoreProduct = (id: number) => change<Schemas["Product"]>("POST", `/api/products/${id}/restore`, {});

/** Puts back every product that the step with this version changed; none when one was changed since. */
export const undoChange = (version: number) => change<Schemas["Undone"]>("POST", "/api/undo", { version });
