export const pricings = ["Free", "Freemium", "Premium", "Unknown"] as const;
export const sections = ["Our Products", "Recommended AI Products"] as const;
export const sorts = ["new", "latest", "popular", "name"] as const;

export type Pricing = (typeof pricings)[number];
export type Section = (typeof sections)[number];
export type Sort = (typeof sorts)[number];

/** What the home screen shows, as its address says it. "all" and empty mean: no such filter. */
export interface Filters {
  category: string;
  search: string;
  pricing: Pricing | "all";
  /** null: nothing was chosen, so relevance decides for a search and the editor's order otherwise. */
  sort: Sort | null;
  featured: boolean;
  deal: boolean;
  section: Section | null;
  /** Where a further page of `section` begins; only with a section. */
  cursor: string;
}

export const noFilters: Filters = {
  category: "all",
  search: "",
  pricing: "all",
  sort: null,
  featured: false,
  deal: false,
  section: null,
  cursor: "",
};

/** The longest search that is asked, in code points. */
export const maxSearch = 200;

/**
 * Reads the filters of an address; whatever is unknown or invalid is the default. The server reads them so too
 * (browse.ParsePageQuery): both tests have the same cases.
 */
export function parseFilters(search: string): Filters {
  const values = parseQuery(search);
  const value = (name: string) => values.get(name) ?? "";
  return normalized({
    category: value("category") || "all",
    search: value("search"),
    pricing: oneOf(pricings, value("pricing")) ?? "all",
    sort: oneOf(sorts, value("sort")),
    featured: value("featured") === "true",
    deal: value("deal") === "true",
    section: oneOf(sections, value("section")),
    cursor: value("cursor"),
  });
}

/** Brings filters that mean the same into the same words. */
export function normalized(filters: Filters): Filters {
  const search = filters.search === "" ? "" : cut(filters.search);
  return {
    ...filters,
    search,
    sort: filters.sort === "new" && search === "" ? null : filters.sort,
    cursor: filters.section === null ? "" : filters.cursor,
  };
}

function cut(search: string): string {
  const wellFormed = search.replace(/\p{Surrogate}/gu, "\uFFFD").trim();
  return [...wellFormed].slice(0, maxSearch).join("").trim();
}

/** The filters in the words that addresses use: those of pages and those of the API. */
export interface FilterWords {
  category?: string;
  search?: string;
  pricing?: Pricing;
  sort?: Sort;
  featured?: true;
  deal?: true;
  section?: Section;
  cursor?: string;
}

/** The words of the filters that differ from the default, in the order in which addresses name them. */
export function filterWords(filters: Filters): FilterWords {
  const words: FilterWords = {};
  if (filters.category !== "all") words.category = filters.category;
  if (filters.search !== "") words.search = filters.search;
  if (filters.pricing !== "all") words.pricing = filters.pricing;
  if (filters.sort !== null) words.sort = filters.sort;
  if (filters.featured) words.featured = true;
  if (filters.deal) words.deal = true;
  if (filters.section !== null) words.section = filters.section;
  if (filters.cursor !== "") words.cursor = filters.cursor;
  return words;
}

/**
 * The address of the home screen with these filters changed: a category's own page where one is chosen. A change leads
 * to the first page again.
 */
export function homeAddress(filters: Filters, change: Partial<Filters> = {}): string {
  const { category = "all", ...words } = filterWords(normalized({ ...filters, cursor: "", ...change }));
  if (category === "all" || isSlug(category)) return categoryPath(category) + formatQuery(words);
  return `/${formatQuery({ category, ...words })}`; // a name that somebody typed
}

/** Where a category, or "all" of them, is shown. */
export const categoryPath = (category: string) =>
  category === "all" ? "/" : `/category/${encodeURIComponent(category)}`;

const isSlug = (category: string) => /^[\p{L}\p{Nd}-]+$/u.test(category);

/** What follows a category's path for all else but the section to stay as it is: the same for a long list of them. */
export const queryBesideCategory = (filters: Filters) =>
  homeAddress(filters, { category: "all", section: null }).slice("/".length);

// Addresses are parsed and written here and not by URLSearchParams, which the server's engine does not have.

function parseQuery(search: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const [name = "", ...rest] = pair.split("=");
    const key = decode(name);
    if (key !== "" && !values.has(key)) values.set(key, decode(rest.join("=")));
  }
  return values;
}

function formatQuery(words: FilterWords): string {
  const pairs = Object.entries(words).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text; // a lone % is a % that somebody typed
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T | null {
  return allowed.find((known) => known === value) ?? null;
}
