import type { AdminProduct } from "../../api/admin-products";
import { filtered, noFilters } from "./list-filters";

/** How many tools a search offers. */
const offered = 20;

/** Returns the tools that match the text, without those that are taken, with different labels. */
export function toolOptions(products: AdminProduct[], taken: ReadonlySet<number>, typed: string) {
  const found = filtered(products, { ...noFilters, search: typed }).filter(({ id }) => !taken.has(id));
  const labels = new Set<string>();
  return found.slice(0, offered).map((product) => {
    const { name, slug, categories } = product;
    const label = labels.has(name) ? `${name} (${slug})` : name;
    labels.add(label);
    return { label, meaning: categories.join(", "), product };
  });
}

/** The tools with these ids, in their order. Those in the trash are left out. */
export function toolsOf(products: readonly AdminProduct[], ids: readonly number[]): AdminProduct[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids in the order of a part of them; those that the part lacks, as they are in the trash, come last. */
export function withOrder(ids: readonly number[], ordered: readonly number[]): number[] {
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
