export const pricings = ["Free", "Freemium", "Premium", "Unknown"] as const;
export const sections = ["Our Products", "Recommended AI Products"] as const;
/** What the menu calls each order of a list; Go has the same orders (internal/browse/sort.go). */
export const sortNames = { new: "Recommended", latest: "Latest", popular: "Popular", name: "Name" };

export type Pricing = (typeof pricings)[number];
export type Section = (typeof sections)[number];
export type Sort = keyof typeof sortNames;

export const sorts = Object.keys(sortNames) as Sort[];

/** The filters of the home screen, as its URL has them. "all" and empty mean no filter. */
export interface Filters {
  category: string;
  /** A tag's slug; empty: none. */
  tag: string;
  search: string;
  pricing: Pricing | "all";
  /** null: not chosen, so a search is sorted by relevance and everything else in the editor's order. */
  sort: Sort | null;
  featured: boolean;
  deal: boolean;
  section: Section | null;
  /** Where a further page of `section` starts; only set with a section. */
  cursor: string;
  /** The number of the page, in the list of a whole category or tag or of all tools from A to Z; else 0. */
  page: number;
}

export const noFilters: Filters = {
  category: "all",
  tag: "",
  search: "",
  pricing: "all",
  sort: null,
  featured: false,
  deal: false,
  section: null,
  cursor: "",
  page: 0,
};

/** The longest search that is sent, in code points. */
export const maxSearch = 200;

/**
 * Parses the filters of a URL; unknown or invalid values become the default. browse.ParsePageQuery does the same on the
 * server, and both tests share their cases.
 */
export function parseFilters(search: string): Filters {
  const values = parseQuery(search);
  const value = (name: string) => values.get(name) ?? "";
  return normalized({
    category: value("category") || "all",
    tag: value("tag"),
    search: value("search"),
    pricing: oneOf(pricings, value("pricing")) ?? "all",
    sort: oneOf(sorts, value("sort")),
    featured: value("featured") === "true",
    deal: value("deal") === "true",
    section: oneOf(sections, value("section")),
    cursor: value("cursor"),
    page: 0,
  });
}

/** Gives equivalent filters the same form. */
export function normalized(filters: Filters): Filters {
  const search = filters.search === "" ? "" : cut(filters.search);
  const same: Filters = {
    ...filters,
    search,
    sort: filters.sort === "new" && search === "" ? null : filters.sort,
    cursor: filters.section === null ? "" : filters.cursor,
  };
  const words = Object.keys(filterWords(same));
  const isWhole = words.length === 1 && (words[0] === "category" || words[0] === "tag");
  return { ...same, page: isWhole ? Math.max(1, filters.page) : 0 };
}

function cut(search: string): string {
  const wellFormed = search.replace(/\p{Surrogate}/gu, "\uFFFD").trim();
  return [...wellFormed].slice(0, maxSearch).join("").trim();
}

/** The filters as query parameters of pages and of the API. */
export interface FilterWords {
  category?: string;
  tag?: string;
  search?: string;
  pricing?: Pricing;
  sort?: Sort;
  featured?: true;
  deal?: true;
  section?: Section;
  cursor?: string;
}

/** The query parameters that differ from the default, in their canonical order. */
export function filterWords(filters: Filters): FilterWords {
  const words: FilterWords = {};
  if (filters.category !== "all") words.category = filters.category;
  if (filters.tag !== "") words.tag = filters.tag;
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
 * Returns the URL of the home screen with these filters changed: with a category, or with a tag alone, the page of that.
 * A change returns to the first page.
 */
export function homeAddress(filters: Filters, change: Partial<Filters> = {}): string {
  const sort = filters.page > 0 ? null : filters.sort; // the list from A to Z is sorted by its path
  const { category = "all", ...words } = filterWords(normalized({ ...filters, sort, cursor: "", ...change }));
  if (category === "all" && words.tag !== undefined && isSlug(words.tag)) {
    const { tag, ...others } = words;
    return tagPath(tag) + formatQuery(others);
  }
  if (category === "all" || isSlug(category)) return categoryPath(category) + formatQuery(words);
  return `/${formatQuery({ category, ...words })}`; // a category name that somebody typed
}

/** The path of a category's page, or of home for "all". */
export const categoryPath = (category: string) =>
  category === "all" ? "/" : `/category/${encodeURIComponent(category)}`;

/** The path of a tag's page. */
export const tagPath = (tag: string) => `/tag/${encodeURIComponent(tag)}`;

/** The path of all tools from A to Z. */
const toolsPath = "/tools";

/** The filters of all tools from A to Z. */
export const allTools: Filters = { ...noFilters, sort: "name", page: 1 };

/** The path of a numbered page of the list with these filters. */
export const pageAddress = ({ category, tag }: Filters, page: number) =>
  (category !== "all" ? categoryPath(category) : tag !== "" ? tagPath(tag) : toolsPath) +
  (page > 1 ? `/page/${page}` : "");

/** Splits the number of a page off a list's path; it is 0 if there is none. The server does the same. */
export function cutNumber(path: string): { first: string; number: number } {
  const [, first, digits] = /^(.+)\/page\/([1-9]\d{0,5})\/?$/.exec(path) ?? [];
  return first === undefined ? { first: path, number: 0 } : { first, number: Number(digits) };
}

const isSlug = (word: string) => /^[\p{L}\p{Nd}-]+$/u.test(word);

/**
 * The query string to append to a category's path so that the other filters stay: the same for every category. A tag
 * does not stay, as its list is one of its own.
 */
export const queryBesideCategory = (filters: Filters) =>
  homeAddress(filters, { category: "all", tag: "", section: null }).slice("/".length);

// URLs are parsed and formatted by hand because the server's engine has no URLSearchParams.

function parseQuery(search: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const [name = "", ...rest] = pair.split("=");
    const key = decode(name);
    if (key !== "" && !values.has(key)) values.set(key, decode(rest.join("=")));
  }
  return values;
}

/** Returns a query string with its question mark, or nothing for no words. */
export function formatQuery(words: object): string {
  const pairs = Object.entries(words).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text; // a lone % that somebody typed
  }
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T | null {
  return allowed.find((known) => known === value) ?? null;
}
