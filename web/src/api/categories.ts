import { read } from "./client";
import type { components } from "./schema.gen";

export type CategorySummary = components["schemas"]["CategorySummary"];

/** All categories, by name. */
export const categoriesQuery = () => read("/api/categories", {});

/** What the list of all categories shows of each. */
export const categoryOverviewQuery = () => read("/api/category-overview", {});
