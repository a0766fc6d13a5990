import type { Product } from "../../api/products";
import type { Site } from "../../api/site";
import type { Tag } from "../../api/tags";
import { homeAddress, noFilters, tagPath } from "../../filters";
import { typeLabel } from "../../kit/tools/type-badge";
import { categoryAddress } from "../../site";

/**
 * Returns a product's tags with links to their lists: its categories, its type and its section as one word; all in
 * lower case, without duplicates. Then those of its own tags that have a page.
 */
export function productTags(
  { categories, type, section }: Pick<Product, "categories" | "type" | "section">,
  site: Site | undefined,
  ownTags: Tag[] = [],
): [tag: string, address: string][] {
  const tags = new Map<string, string>();
  const add = (word: string, address: string) => {
    const tag = word.toLowerCase();
    if (!tags.has(tag)) tags.set(tag, address);
  };
  for (const name of categories) add(name, categoryAddress(site, name));
  add(typeLabel(type), homeAddress({ ...noFilters, pricing: type }));
  add(section.replaceAll(" ", ""), homeAddress({ ...noFilters, section }));
  for (const { name, slug } of ownTags) add(name, tagPath(slug));
  return [...tags];
}
