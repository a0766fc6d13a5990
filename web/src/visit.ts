import { createContext, useContext } from "react";
import { type Filters, noFilters, normalized, parseFilters } from "./filters";

/** An address being shown, with what its path says. */
export interface Visit {
  path: string;
  /** With its question mark, or empty. */
  search: string;
  params: Record<string, string>;
}

const VisitContext = createContext<Visit>({ path: "/", search: "", params: {} });

export const VisitProvider = VisitContext.Provider;

/** The address that is being shown. */
export const useVisit = () => useContext(VisitContext);

/** The parts of a path that fits the pattern ("/products/:id"), decoded; null when it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = (path.length > 1 ? path.replace(/\/$/, "") : path).split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":") && value !== "") params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Replaces a part that cannot be decoded, as on the server. */
const unreadable = "\uFFFD";

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? unreadable : text;
  } catch {
    return unreadable;
  }
}

/** The filters that the home screen has at this address; a category's own page is home with that category chosen. */
export function filtersOf(visit: Visit): Filters {
  const filters = parseFilters(visit.search);
  return visit.params.category ? normalized({ ...filters, category: visit.params.category }) : filters;
}

/** Whether home stands at this path: the whole directory, or a category of it. */
export const isHome = (path: string) => path === "/" || matchPath("/category/:category", path) !== null;

/** The filters to go on from: home's own where it is shown, and none on any other screen. */
export const filtersInUse = (visit: Visit): Filters => (isHome(visit.path) ? filtersOf(visit) : noFilters);
