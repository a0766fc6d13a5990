import type { Site } from "../../api/site";
import { categoryPath, type Filters, pageAddress, tagPath } from "../../filters";
import type { Crumb } from "../../kit/breadcrumb";
import { categoryNamed } from "../../site";

export const categoriesCrumb = { name: "Categories", address: "/categories" };
const tagsCrumb = { name: "Tags", address: "/categories#tags" };

/**
 * The pages between home and a list, with the list itself as the last: of a category, of a tag, or of all tools. Empty on
 * home, in a search of everything, and for an unknown category or tag.
 */
export function crumbsOf(filters: Filters, site: Site | undefined, tagName = ""): Crumb[] {
  const crumbs = listsOf(filters, site, tagName);
  return crumbs.length > 0 && filters.page > 1 ? [...crumbs, { name: `Page ${filters.page}` }] : crumbs;
}

function listsOf(filters: Filters, site: Site | undefined, tagName: string): Crumb[] {
  const category = categoryNamed(site, filters.category);
  if (category) return [categoriesCrumb, { name: category.name, address: categoryPath(category.slug) }];
  if (filters.category === "all" && filters.tag !== "")
    return tagName === "" ? [] : [tagsCrumb, { name: tagName, address: tagPath(filters.tag) }];
  return filters.page > 0 && filters.category === "all"
    ? [{ name: "All tools", address: pageAddress(filters, 1) }]
    : [];
}
