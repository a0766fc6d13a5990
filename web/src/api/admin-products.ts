import { queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { BulkChange, BulkInput, MoveInput, PlacementInput, Product, ProductInput, ProductRow } from "./schema.gen";

/** A product as the admin list has it: its description is cut after 160 characters. */
export type AdminProduct = ProductRow;

/** The price types and the sections that can be chosen. Imported products may have others. */
export const types = ["Free", "Freemium", "Premium"] as const;
export { sections } from "../filters";

/** The statuses that a product can have. */
export const statuses = ["draft", "scheduled", "published", "hidden"] as const;

/** Products of the admin list: its filter, those of it that are not meant, and how many are. */
export type ProductsOfList = Required<Pick<BulkInput, "filter" | "except" | "count">>;

/** A product's position in the catalogue's order, counted from 1. */
export type Placement = PlacementInput;

/** A product and the one that it will follow; 0 moves it to the front. */
export type ProductMove = MoveInput;

/**
 * All products in the admin's order, with their positions. Structural sharing is off: comparing tens of thousands of
 * products takes longer than rendering the few in view.
 */
export const adminProductsQuery = () =>
  queryOptions({
    ...read("/api/admin/products", {}),
    select: withPositions,
    structuralSharing: false,
  });

/** Up to this many products the server numbers 1, 2, 3, …; in a longer list the numbers have gaps. */
const maxWithoutGaps = 1000;

/** Replaces the display orders of a long list with positions. A product without a position keeps its 0. */
export function withPositions(products: AdminProduct[]): AdminProduct[] {
  if (products.length <= maxWithoutGaps) return products;
  let position = 0;
  return products.map((product) => (product.displayOrder > 0 ? { ...product, displayOrder: ++position } : product));
}

/**
 * Moves one product; the server renumbers the others around it. Fails without a change if one of the two does not
 * exist.
 */
export const moveProduct = (move: ProductMove) => answered(client.PATCH("/api/products/reorder", { body: { move } }));

/**
 * Changes or deletes many products in one step. Returns the version that identifies the step for undo. Fails without a
 * change if the list has another number of products by now.
 */
export const changeProducts = (which: { ids: number[] } | ProductsOfList, change: BulkChange) =>
  answered(client.POST("/api/products/bulk", { body: { ...which, change } }));

/** Moves a product to the trash, where it stays for 30 days. */
export const deleteProduct = (id: number) =>
  client.DELETE("/api/products/{x}", { params: { path: { x: String(id) } } });

/** Restores a product from the trash. */
export const restoreProduct = (id: number) =>
  answered(client.POST("/api/products/{x}/restore", { params: { path: { x: String(id) } }, body: {} }));

/** Reverts every product that the step with this version changed; none if one of them was changed since. */
export const undoChange = (version: number) => answered(client.POST("/api/undo", { body: { version } }));

/** Creates a product and returns it. */
export const createProduct = (body: ProductInput): Promise<Product> => answered(client.POST("/api/products", { body }));

/** Updates a product if it still has this version; otherwise fails with status 409. */
export const updateProduct = (id: number, version: number, body: ProductInput): Promise<Product> =>
  answered(client.PUT("/api/products/{x}", { params: { path: { x: String(id) } }, body: { ...body, id, version } }));

/** Reads the product as it is stored from the server, not from the cache: with a deal that doesn't run now, too. */
export const readProduct = (id: number, signal?: AbortSignal): Promise<Product> =>
  answered(client.GET("/api/admin/products/{x}", { params: { path: { x: String(id) } }, signal }));
