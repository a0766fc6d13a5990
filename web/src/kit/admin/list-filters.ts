import type { AdminProduct } from "../../api/admin-products";
import { fold } from "../fold";
import { imageCandidates } from "../tools/images";

/** The filters of the list. An empty value means no filter. */
export const noFilters = { search: "", section: "", type: "", missingLogo: false };

export type ListFilters = typeof noFilters;

export const isFiltered = ({ search, section, type, missingLogo }: ListFilters) =>
  fold(search).trim() !== "" || section !== "" || type !== "" || missingLogo;

/** Parses the filters of a URL's query. */
export function parseFilters(query: string): ListFilters {
  const words = new URLSearchParams(query);
  return {
    search: words.get("search") ?? "",
    section: words.get("section") ?? "",
    type: words.get("type") ?? "",
    missingLogo: words.get("logo") === "missing",
  };
}

/** Returns the query string of these filters, with its question mark, or an empty string. */
export function formatFilters({ search, section, type, missingLogo }: ListFilters): string {
  const words = new URLSearchParams();
  if (search.trim() !== "") words.set("search", search.trim());
  if (section !== "") words.set("section", section);
  if (type !== "") words.set("type", type);
  if (missingLogo) words.set("logo", "missing");
  const query = words.toString();
  return query === "" ? "" : `?${query}`;
}

/**
 * Returns the products that match every filter, in their order. Each word of the search must be in name, categories or
 * website; if no product has them all, words that begin almost so will do.
 */
export function filtered(products: AdminProduct[], filters: ListFilters): AdminProduct[] {
  if (!isFiltered(filters)) return products;
  const words = fold(filters.search).split(/\s+/).filter(Boolean);
  const left = products.filter(
    (product) =>
      (filters.section === "" || product.section === filters.section) &&
      (filters.type === "" || product.type === filters.type) &&
      (!filters.missingLogo || hasNoLogo(product)),
  );
  const exact = left.filter((product) => words.every((word) => wordsOf(product).includes(word)));
  return exact.length > 0 ? exact : left.filter((product) => words.every((word) => isNear(word, wordsOf(product))));
}

/** Reports whether a text has the word, or one that begins like it but for a typo, or two from the eighth letter on. */
function isNear(word: string, text: string): boolean {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (text.includes(word)) return true;
  if (most === 0) return false;
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const pairs = parts.map((part, at) => part + (parts[at + 1] ?? "")); // "stablediffusion"
  return [...parts, ...pairs].some(
    (part) =>
      part.length >= word.length - most &&
      (part[0] === word[0] || part[1] === word[0] || part[0] === word[1]) &&
      typosBetween(word, part) <= most,
  );
}

/** Returns how many letters are missing, added, other or swapped between a word and the beginning of another. */
function typosBetween(word: string, other: string): number {
  const columns = Math.min(other.length, word.length + 2);
  let before: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= columns; j++) {
      const same = word[i - 1] === other[j - 1] ? 0 : 1;
      let typos = Math.min((last[j - 1] ?? 0) + same, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1])
        typos = Math.min(typos, (before[j - 2] ?? 0) + 1);
      row.push(typos);
    }
    before = last;
    last = row;
  }
  return Math.min(...last);
}

export const hasNoLogo = ({ logo }: Pick<AdminProduct, "logo">) => imageCandidates(logo).length === 0;

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
