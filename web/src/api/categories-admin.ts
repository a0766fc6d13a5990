import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { change } from "./client";

/** A category and how many products are in it. */
export interface CountedCategory {
  id: number;
  name: string;
  slug: string;
  count: number;
}

/** All categories with their counts. */
export const countedCategoriesQuery = () =>
  queryOptions<CountedCategory[], Error, CountedCategory[], [string]>({ queryKey: ["/api/admin/categories"] });

/** Gives a category another name; its old address goes on leading to it. */
export const renameCategory = ({ id, name }: { id: number; name: string }) =>
  change<CountedCategory>("PUT", `/api/categories/${id}`, { name });

/** Puts the products of one category into another, and removes the one. */
export const mergeCategory = ({ id, into }: { id: number; into: number }) =>
  change<CountedCategory>("POST", `/api/categories/${id}/merge`, { into });

/** Removes a category that no product is in. */
export const deleteCategory = (id: number) => change<undefined>("DELETE", `/api/categories/${id}`);

/** Asks again for what a change of a category can be seen in. */
export async function categoriesChanged(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: countedCategoriesQuery().queryKey }),
    queries.invalidateQueries({ queryKey: ["/api/admin/products"] }),
  ]);
}
