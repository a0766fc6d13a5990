import { read } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type CollectionSummary = Schemas["CollectionSummary"];
export type ShownCollection = Schemas["ShownCollection"];

/** The published collections, the latest first. */
export const collectionsQuery = () => read("/api/collections", {});

export const collectionQuery = (slug: string) => read("/api/collections/{slug}", { path: { slug } });
