import { read } from "./client";
import type { components } from "./schema.gen";

export type Alternative = components["schemas"]["Alternative"];

/** Up to twenty alternatives to a product, by its id or slug, each compared with it. */
export const alternativesQuery = (id: string) => read("/api/products/{x}/alternatives", { path: { x: id } });
