import type { AdminProduct, BulkChange, ProductsOfList } from "../../api/admin-products";
import { type Move, moved, numbered } from "../../kit/admin/order";

/** A change that the administrator makes to the list. */
export type Change =
  | { kind: "move"; move: Move }
  | { kind: "bulk"; ids: number[]; list?: ProductsOfList; change: BulkChange }
  | { kind: "delete"; id: number; name: string }
  | { kind: "restore"; id: number; name: string }
  | { kind: "undo"; version: number };

/**
 * Returns the list with the change applied. It is idempotent, because the server's list may already include the change.
 * Restored products are only known to the server.
 */
export function applied(products: AdminProduct[], change: Change): AdminProduct[] {
  switch (change.kind) {
    case "move":
      return numbered(moved(products, change.move));
    case "bulk":
      return bulkApplied(products, new Set(change.ids), change.change);
    case "delete":
      return products.filter(({ id }) => id !== change.id);
    case "restore":
    case "undo":
      return products;
  }
}

function bulkApplied(products: AdminProduct[], ids: ReadonlySet<number>, change: BulkChange): AdminProduct[] {
  if (change.delete) return products.filter(({ id }) => !ids.has(id));
  const { type, section, isFeatured, hasDeal } = change;
  return products.map((product) =>
    ids.has(product.id)
      ? {
          ...product,
          type: type ?? product.type,
          section: section ?? product.section,
          isFeatured: isFeatured ?? product.isFeatured,
          hasDeal: hasDeal ?? product.hasDeal,
          categories: categoriesAfter(product.categories, change),
        }
      : product,
  );
}

function categoriesAfter(own: string[], { categories, addCategories = [], removeCategories = [] }: BulkChange) {
  const remaining = (categories ?? own).filter((name) => !removeCategories.includes(name));
  return [...new Set([...remaining, ...addCategories])];
}
