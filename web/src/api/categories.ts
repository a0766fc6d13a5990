import { read } from "./client";

/** All categories, by name. */
export const categoriesQuery = () => read("/api/categories", {});
