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
