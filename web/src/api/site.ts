import { read } from "./client";
import type { components } from "./schema.gen";

export type Site = components["schemas"]["Site"];

/** The data of every page's frame: name, categories, social links, logos. */
export const siteQuery = () => read("/api/site", {});
