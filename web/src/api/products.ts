import { type Filters, filterWords } from "../filters";
import { read } from "./client";
import type { Catalog, HomeRows } from "./schema.gen";

/** One product, by id or slug. */
export const productQuery = (id: string) => read("/api/products/{x}", { path: { x: id } });

/** The products with these ids, in that order; those that the catalogue doesn't have are left out. */
export const cardsQuery = (ids: number[]) => read("/api/product-cards", { query: { ids: ids.join(",") } });

/** Up to eight products that are similar to this one. */
export const similarQuery = (id: string) => read("/api/products/{x}/similar", { path: { x: id } });

export type CatalogSection = Catalog["sections"][number];

/** Products per page of a section after the first page, which has the API's default. */
export const furtherPage = 24;

/** The first page of each section, or a further page of one, with the facet counts. */
export function catalogQuery(filters: Filters) {
  const words = filterWords(filters);
  if (filters.page > 0) return read("/api/catalog", { query: { ...words, page: filters.page } });
  return read("/api/catalog", { query: filters.cursor === "" ? words : { ...words, limit: furtherPage } });
}

/** All categories, by name. */
export const categoriesQuery = () => read("/api/categories", {});

/** What the list of all categories shows of each. */
export const categoryOverviewQuery = () => read("/api/category-overview", {});

export type HomeRow = HomeRows["rows"][number];
export type RowTool = HomeRow["tools"][number];

/** What the home page shows above its two sections. */
export const homeRowsQuery = () => read("/api/home-rows", {});

/** The tags of a product that have a page. */
export const tagsQuery = (id: string) => read("/api/products/{x}/tags", { path: { x: id } });
