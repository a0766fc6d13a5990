import type { AdminProduct, BulkChange } from "../../api/admin-products";

/** What can be changed of many products at once. */
export type BulkField = "categories" | "type" | "section" | "isFeatured" | "hasDeal" | "delete";

/** What is done with the chosen categories. */
export type CategoryMode = "Add" | "Remove" | "Replace";

/** The change that gives the categories to products, takes them away, or puts them in place of all others. */
export function categoryChange(mode: CategoryMode, names: string[]): BulkChange {
  if (mode === "Add") return { addCategories: names };
  return mode === "Remove" ? { removeCategories: names } : { categories: names };
}

/** The products that would have no category left. A product must have one. */
export const leftBare = (products: readonly AdminProduct[], removed: readonly string[]) =>
  products.filter(({ categories }) => categories.every((name) => removed.includes(name)));

/** Every category that some of the products have, by name. */
export function categoriesOf(products: readonly AdminProduct[]): string[] {
  const names = new Set(products.flatMap(({ categories }) => categories));
  return [...names].sort(new Intl.Collator("en").compare);
}
