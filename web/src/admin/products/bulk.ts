import type { AdminProduct, BulkChange, ProductsOfList } from "../../api/admin-products";
import type { ListFilters } from "../../kit/admin/list-filters";

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

/** The most products that one call names. */
export const maxNamed = 10_000;

/**
 * Returns how a call names the selected products: by their ids, or, if they are many, by the list that has them and those
 * of it that are not selected. Undefined if those are many too.
 */
export function bulkTarget(
  selected: readonly AdminProduct[],
  shown: readonly AdminProduct[],
  { search, section, type, missingLogo }: ListFilters,
): { ids: number[] } | ProductsOfList | undefined {
  const ids = selected.map(({ id }) => id);
  if (ids.length <= maxNamed) return { ids };
  const isSelected = new Set(ids);
  const except = shown.flatMap(({ id }) => (isSelected.has(id) ? [] : [id]));
  const hidden = ids.length - (shown.length - except.length);
  if (hidden > 0 || except.length > maxNamed) return undefined;
  const filter = {
    search: search.trim(),
    missingLogo,
    ...(section && { section }),
    ...(type && { type }),
  } as ProductsOfList["filter"]; // a product's section and type are known to the server
  return { filter, except, count: ids.length };
}

/** Returns the categories of these products, sorted by name. */
export function categoriesOf(products: readonly AdminProduct[]): string[] {
  const names = new Set(products.flatMap(({ categories }) => categories));
  return [...names].sort(new Intl.Collator("en").compare);
}
