import { read } from "./client";
import type { components } from "./schema.gen";

export type Site = components["schemas"]["Site"];

/** What the frame of every page shows: name, categories, social links, logos. */
export const siteQuery = () => read("/api/site", {});
