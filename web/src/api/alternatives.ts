import { read } from "./client";

/** Up to twenty alternatives to a product, by its id or slug, each compared with it. */
export const alternativesQuery = (id: string) => read("/api/products/{x}/alternatives", { path: { x: id } });
