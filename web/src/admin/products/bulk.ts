import type { AdminProduct, BulkChange } from "../../api/admin-products";

/** What can be changed for many products at once. */
export type BulkField = "categories" | "type" | "section" | "isFeatured" | "hasDeal" | "delete";

/** How the chosen categories are applied. */
export type CategoryMode = "Add" | "Remove" | "Replace";

/** Returns the change that adds, removes or replaces categories. */
export function categoryChange(mode: CategoryMode, names: string[]): BulkChange {
  if (mode === "Add") return { addCategories: names };
  return mode === "Remove" ? { removeCategories: names } : { categories: names };
}

/** Returns the products that would be left without a category. A product needs at least one. */
export const withoutCategory = (products: readonly AdminProduct[], removed: readonly string[]) =>
  products.filter(({ categories }) => categories.every((name) => removed.includes(name)));

/** Returns the categories of these products, sorted by name. */
export function categoriesOf(products: readonly AdminProduct[]): string[] {
  const names = new Set(products.flatMap(({ categories }) => categories));
  return [...names].sort(new Intl.Collator("en").compare);
}
