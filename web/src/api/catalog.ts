import { type Filters, filterWords } from "../filters";
import { read } from "./client";
import type { components } from "./schema.gen";

export type Catalog = components["schemas"]["Catalog"];
export type CatalogSection = Catalog["sections"][number];

/** Products per page of a section after the first page, which has the API's default. */
export const furtherPage = 24;

/** The first page of each section, or a further page of one, with the facet counts. */
export function catalogQuery(filters: Filters) {
  const words = filterWords(filters);
  if (filters.page > 0) return read("/api/catalog", { query: { ...words, page: filters.page } });
  return read("/api/catalog", { query: filters.cursor === "" ? words : { ...words, limit: furtherPage } });
}
