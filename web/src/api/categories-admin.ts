import type { QueryClient } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { CategoryInput, CategoryRow } from "./schema.gen";

/** A category with the number of its products. */
export type CountedCategory = CategoryRow;

/**
 * All categories with their counts. They are read again each time a screen shows them, as counts change with every
 * product.
 */
export const countedCategoriesQuery = () => ({ ...read("/api/admin/categories", {}), gcTime: 0 });

/** Changes a category's name or group; its old URL redirects. */
export const updateCategory = ({ id, ...body }: CategoryInput & { id: number }) =>
  answered(client.PUT("/api/categories/{id}", { params: { path: { id } }, body }));

/** Moves the products of one category into another, deletes the first and returns the second. */
export const mergeCategory = ({ id, into }: { id: number; into: number }) =>
  answered(client.POST("/api/categories/{id}/merge", { params: { path: { id } }, body: { into } }));

/** Deletes a category without products. */
export const deleteCategory = (id: number) => client.DELETE("/api/categories/{id}", { params: { path: { id } } });

/** Invalidates the queries that a changed category appears in. */
export async function categoriesChanged(queries: QueryClient) {
  const keys = ["/api/admin/categories", "/api/admin/product-rows", "/api/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
