import { createContext, useContext } from "react";
import { allTools, cutNumber, type Filters, noFilters, normalized, pageAddress, parseFilters } from "./filters";

/** The current URL with the parameters of its path. */
export interface Visit {
  path: string;
  /** With its question mark, or empty. */
  search: string;
  params: Record<string, string>;
  /** The number at the end of the path of a list's page. */
  page?: number;
}

const VisitContext = createContext<Visit>({ path: "/", search: "", params: {} });

export const VisitProvider = VisitContext.Provider;

/** Returns the current URL. */
export const useVisit = () => useContext(VisitContext);

/**
 * Returns the decoded parameters of a path that matches the pattern ("/products/:id"), or null if it does not match.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const actual = (path.length > 1 ? path.replace(/\/$/, "") : path).split("/");
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? "";
    if (part.startsWith(":") && value !== "") params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Replaces a parameter that cannot be decoded, as on the server. */
const unreadable = "\uFFFD";

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? unreadable : text;
  } catch {
    return unreadable;
  }
}

/** Returns the home screen's filters at this URL. The page of a category or a tag is home with that chosen. */
export function filtersOf({ path, search, params: { category, tag }, page = 1 }: Visit): Filters {
  if (isAllTools(path)) return { ...allTools, page };
  const filters = parseFilters(search);
  if (tag) return normalized({ ...filters, category: "all", tag, page });
  return category ? normalized({ ...filters, category, page }) : filters;
}

const isAllTools = (path: string) => cutNumber(path).first === pageAddress(allTools, 1);

/** Reports whether the path is home's: the whole directory, or one category or tag. */
export const isHome = (path: string) =>
  path === "/" ||
  ["/category/:category", "/tag/:tag"].some((pattern) => matchPath(pattern, cutNumber(path).first) !== null);

/** The filters to start from: home's own where it is shown, and none on any other screen. */
export const filtersInUse = (visit: Visit): Filters => (isHome(visit.path) ? filtersOf(visit) : noFilters);
