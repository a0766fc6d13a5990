import { read } from "./client";
import type { Comparison } from "./schema.gen";

export type Fact = Comparison["facts"][number];

/** The products that the last part of a comparison's address names. */
export const comparisonQuery = (products: string) => read("/api/compare", { query: { products } });

/** The comparisons that the page of a product links. */
export const comparisonsQuery = (id: string) => read("/api/products/{x}/comparisons", { path: { x: id } });

/** The most tools in a comparison (internal/compare). */
export const comparedLimit = 4;

/** The title of the comparison of these products. The server has the same rule (internal/compare). */
export const comparisonTitle = (products: { name: string }[]) => products.map(({ name }) => name).join(" vs ");
