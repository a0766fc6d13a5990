import type { AdminProduct, ProductListQuery, ProductsOfList } from "../../api/admin-products";
import { fold, tidy } from "../fold";
import { imageCandidates } from "../tools/images";

/** The filters of the list, and its sort. An empty value means no filter, and the order of the list. */
export const noFilters = {
  search: "",
  section: "",
  type: "",
  status: "",
  category: "",
  featured: false,
  deal: false,
  missingLogo: false,
  needs: "",
  sort: "",
};

export type ListFilters = typeof noFilters;

/** Whether something is filtered; a sort lists all products. */
export const isFiltered = ({ search, sort: _, ...others }: ListFilters) =>
  fold(search).trim() !== "" || Object.values(others).some(Boolean);

/** What a URL says for a filter that is on or off. */
const flags: Record<"featured" | "deal" | "missingLogo", [name: string, value: string]> = {
  featured: ["featured", "true"],
  deal: ["deal", "true"],
  missingLogo: ["logo", "missing"],
};

/** The filters that are words, in the order of a URL. */
const words = ["search", "section", "type", "status", "category", "needs", "sort"] as const;

/** Parses the filters of a URL's query. */
export function parseFilters(query: string): ListFilters {
  const values = new URLSearchParams(query);
  const filters = { ...noFilters };
  for (const word of words) filters[word] = values.get(word) ?? "";
  for (const [flag, [name, value]] of entriesOf(flags)) filters[flag] = values.get(name) === value;
  return filters;
}

/** Returns the query string of these filters, with its question mark, or an empty string. */
export function formatFilters(filters: ListFilters): string {
  const values = new URLSearchParams();
  for (const word of words) if (filters[word].trim() !== "") values.set(word, filters[word].trim());
  for (const [flag, [name, value]] of entriesOf(flags)) if (filters[flag]) values.set(name, value);
  const query = values.toString();
  return query === "" ? "" : `?${query}`;
}

const entriesOf = <Key extends string, Value>(record: Record<Key, Value>) => Object.entries(record) as [Key, Value][];

/** Returns the filters that are set, as the API takes them. */
function given({ search, sort: _, ...others }: ListFilters) {
  const set = Object.entries(others).filter(([, value]) => value);
  return { ...(tidy(search) !== "" && { search: tidy(search) }), ...Object.fromEntries(set) };
}

/** Returns what the API lists for these filters. What the address has but the API doesn't know is refused there. */
export const listQuery = (filters: ListFilters): ProductListQuery => ({
  ...given(filters),
  ...(filters.sort && { sort: filters.sort as ProductListQuery["sort"] }),
});

/** Returns the filter with which a bulk change names the list. */
export const bulkFilter = (filters: ListFilters): ProductsOfList["filter"] => given(filters);

export const hasNoLogo = ({ logo }: Pick<AdminProduct, "logo">) => imageCandidates(logo).length === 0;
