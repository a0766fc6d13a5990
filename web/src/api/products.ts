import { read } from "./client";
import type { components } from "./schema.gen";

export type Product = components["schemas"]["Product"];
export type ProductCard = components["schemas"]["ProductCard"];
export type Category = components["schemas"]["Category"];

/** One product, by id or slug. */
export const productQuery = (id: string) => read("/api/products/{x}", { path: { x: id } });

/** The products with these ids, in that order; those that the catalogue doesn't have are left out. */
export const cardsQuery = (ids: number[]) => read("/api/product-cards", { query: { ids: ids.join(",") } });

/** Up to eight products that are similar to this one. */
export const similarQuery = (id: string) => read("/api/products/{x}/similar", { path: { x: id } });

export type Alternative = components["schemas"]["Alternative"];

/** Up to twenty alternatives to a product, by its id or slug, each compared with it. */
export const alternativesQuery = (id: string) => read("/api/products/{x}/alternatives", { path: { x: id } });
