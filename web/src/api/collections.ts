import { read } from "./client";

/** The published collections, the latest first. */
export const collectionsQuery = () => read("/api/collections", {});

export const collectionQuery = (slug: string) => read("/api/collections/{slug}", { path: { slug } });
