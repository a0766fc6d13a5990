import { read } from "./client";
import type { components } from "./schema.gen";

export type Tag = components["schemas"]["Tag"];
export type TagCount = components["schemas"]["TagCount"];

/** The tags of a product that have a page. */
export const tagsQuery = (id: string) => read("/api/products/{x}/tags", { path: { x: id } });
