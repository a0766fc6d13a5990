import { queryOptions } from "@tanstack/react-query";
import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A product as the administrator's list has it: its description is cut after 160 characters. */
export type AdminProduct = Schemas["ProductRow"];

/** What is done to many products at once; what is not named stays as it is. */
export type BulkChange = Schemas["BulkChange"];

/** A product's place in the catalogue's order, counted from 1. */
export type Placement = Schemas["PlacementInput"];

/** One product and the one that it is to follow; 0: none, it is to be the first. */
export type ProductMove = Schemas["MoveInput"];

/**
 * Every product, in the administrator's order, with its position in it. Comparing tens of thousands of them with those before
 * would take longer than drawing the few that are in view.
 */
export const adminProductsQuery = () =>
  queryOptions({
    ...read("/api/admin/products", {}),
    select: withPositions,
    structuralSharing: false,
  });

/** How many products the server numbers 1, 2, 3, …; those of more have gaps between their numbers. */
const numberedFrom1 = 1000;

/** The products of a long list with their positions for their display orders. One that has none yet keeps its 0. */
export function withPositions(products: AdminProduct[]): AdminProduct[] {
  if (products.length <= numberedFrom1) return products;
  let position = 0;
  return products.map((product) => (product.displayOrder > 0 ? { ...product, displayOrder: ++position } : product));
}

/** Moves one product; the server numbers the others around it. Nothing moves when one of the two is not known. */
export async function moveProduct(move: ProductMove) {
  const { data } = await client.PATCH("/api/products/reorder", { body: { move } });
  return answered(data);
}

/** Changes or deletes many products in one step. The version names the step for undo. */
export async function changeProducts(ids: number[], change: BulkChange) {
  const { data } = await client.POST("/api/products/bulk", { body: { ids, change } });
  return answered(data);
}

/** Moves a product to the trash, where it stays for 30 days. */
export async function deleteProduct(id: number) {
  await client.DELETE("/api/products/{x}", { params: { path: { x: String(id) } } });
}

/** Takes a product out of the trash again. */
export async function restoreProduct(id: number) {
  const { data } = await client.POST("/api/products/{x}/restore", { params: { path: { x: String(id) } }, body: {} });
  return answered(data);
}

/** Puts back every product that the step with this version changed; none when one was changed since. */
export async function undoChange(version: number) {
  const { data } = await client.POST("/api/undo", { body: { version } });
  return answered(data);
}
