import { read } from "./client";
import type { components } from "./schema.gen";

export type Product = components["schemas"]["Product"];
export type ProductCard = components["schemas"]["ProductCard"];
export type Category = components["schemas"]["Category"];

/** One product, by id or slug. */
export const productQuery = (id: string) => read("/api/products/{x}", { path: { x: id } });

/** The products with these ids, in that order; those that the catalogue doesn't have are left out. */
export const cardsQuery = (ids: number[]) => read("/api/product-cards", { query: { ids: ids.join(",") } });

/** Up to eight products that share a category with this one. */
export const similarQuery = (id: string) => read("/api/products/{x}/similar", { path: { x: id } });
