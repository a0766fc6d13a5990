import type { QueryClient } from "@tanstack/react-query";
import { answered, client, read } from "./client";
import type { components } from "./schema.gen";

/** A category and how many products are in it. */
export type CountedCategory = components["schemas"]["CategoryFacet"];

/** All categories with their counts, which change with every product: they are asked for anew where they come to a screen. */
export const countedCategoriesQuery = () => ({ ...read("/api/admin/categories", {}), gcTime: 0 });

/** Gives a category another name; its old address goes on leading to it. */
export async function renameCategory({ id, name }: { id: number; name: string }) {
  const { data } = await client.PUT("/api/categories/{id}", { params: { path: { id } }, body: { name } });
  return answered(data);
}

/** Puts the products of one category into another, and removes the one. Gives the other. */
export async function mergeCategory({ id, into }: { id: number; into: number }) {
  const { data } = await client.POST("/api/categories/{id}/merge", { params: { path: { id } }, body: { into } });
  return answered(data);
}

/** Removes a category that no product is in. */
export async function deleteCategory(id: number) {
  await client.DELETE("/api/categories/{id}", { params: { path: { id } } });
}

/** Asks again for what a change of a category can be seen in. */
export async function categoriesChanged(queries: QueryClient) {
  const keys = ["/api/admin/categories", "/api/admin/products", "/api/categories"];
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
