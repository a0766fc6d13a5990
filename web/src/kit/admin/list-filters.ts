import type { AdminProduct } from "../../api/admin-products";
import { fold } from "../fold";
import { imageCandidates } from "../tools/images";

/** The filters of the list. An empty value means no filter. */
export const noFilters = { search: "", section: "", type: "", status: "", missingLogo: false, endsSoon: false };

export type ListFilters = typeof noFilters;

export const isFiltered = ({ search, section, type, status, missingLogo, endsSoon }: ListFilters) =>
  fold(search).trim() !== "" || section !== "" || type !== "" || status !== "" || missingLogo || endsSoon;

/** Parses the filters of a URL's query. */
export function parseFilters(query: string): ListFilters {
  const words = new URLSearchParams(query);
  return {
    search: words.get("search") ?? "",
    section: words.get("section") ?? "",
    type: words.get("type") ?? "",
    status: words.get("status") ?? "",
    missingLogo: words.get("logo") === "missing",
    endsSoon: words.get("ends") === "soon",
  };
}

/** Returns the query string of these filters, with its question mark, or an empty string. */
export function formatFilters({ search, section, type, status, missingLogo, endsSoon }: ListFilters): string {
  const words = new URLSearchParams();
  if (search.trim() !== "") words.set("search", search.trim());
  if (section !== "") words.set("section", section);
  if (type !== "") words.set("type", type);
  if (status !== "") words.set("status", status);
  if (missingLogo) words.set("logo", "missing");
  if (endsSoon) words.set("ends", "soon");
  const query = words.toString();
  return query === "" ? "" : `?${query}`;
}

/**
 * Returns the products that match every filter, in their order. Each word of the search must be in name, categories or
 * website.
 */
export function filtered(products: AdminProduct[], filters: ListFilters): AdminProduct[] {
  if (!isFiltered(filters)) return products;
  const now = Date.now();
  const words = fold(filters.search).split(/\s+/).filter(Boolean);
  return products.filter(
    (product) =>
      (filters.section === "" || product.section === filters.section) &&
      (filters.type === "" || product.type === filters.type) &&
      (filters.status === "" || product.status === filters.status) &&
      (!filters.missingLogo || hasNoLogo(product)) &&
      (!filters.endsSoon || endsSoon(product, now)) &&
      words.every((word) => wordsOf(product).includes(word)),
  );
}

export const hasNoLogo = ({ logo }: Pick<AdminProduct, "logo">) => imageCandidates(logo).length === 0;

const week = 7 * 24 * 3_600_000;

/** Reports whether a product's deal or feature ends within a week, as browse.Ending counts them. */
export function endsSoon({ hasDeal, dealTo, isFeatured, featuredUntil }: EndingProduct, now: number): boolean {
  const isSoon = (at: string) => Date.parse(at) > now && Date.parse(at) < now + week;
  return (hasDeal && isSoon(dealTo)) || (isFeatured && isSoon(featuredUntil));
}

type EndingProduct = Pick<AdminProduct, "hasDeal" | "dealTo" | "isFeatured" | "featuredUntil">;

/** Caches the searchable text of each product; a changed product is a new object. */
const folded = new WeakMap<AdminProduct, string>();

function wordsOf(product: AdminProduct): string {
  const cached = folded.get(product);
  if (cached !== undefined) return cached;
  const { name, categories, website } = product;
  const words = fold([name, ...categories, website.replace(/^https?:\/\//i, "")].join("\n"));
  folded.set(product, words);
  return words;
}

/** Counts the values that products have, the usual values first. */
export function countedBy(
  products: AdminProduct[],
  usual: readonly string[],
  value: (product: AdminProduct) => string,
) {
  const counts = new Map<string, number>(usual.map((name) => [name, 0]));
  for (const product of products) counts.set(value(product), (counts.get(value(product)) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}
