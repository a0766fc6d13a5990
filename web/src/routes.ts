import type { Site } from "./api/schema.gen";
import { siteQuery } from "./api/site";
import { features } from "./features";
import { cutNumber } from "./filters";
import { NotFound } from "./kit/not-found";
import { missingTitle, type Route } from "./route";
import { fillSlots } from "./slots";
import { matchPath, type Visit } from "./visit";

fillSlots(features);

/** Every public page. The server has a row for each too (Pages of features in Go); a test compares both. */
export const routes: Route[] = features.flatMap(({ pages }) => pages((path) => isKnown(path)));

const unknown: Route = {
  path: "",
  screen: NotFound,
  reads: () => [],
  title: (_visit, siteName) => missingTitle(siteName),
};

/**
 * Returns the route of a URL with the parameters of its path; for an unknown path, the not-found route. The screens of
 * accounts and of the newsletter are unknown on a site without them; until the site is known, they count as there.
 */
export function routeOf(
  path: string,
  search: string,
  site?: Pick<Site, "accounts" | "newsletter">,
): { route: Route; visit: Visit } {
  const { first, number } = cutNumber(path);
  for (const route of routes) {
    const params = matchPath(route.path, route.isNumbered ? first : path);
    if (params && (!site || !route.needs || site[route.needs]))
      return { route, visit: { path, search, params, ...(number > 0 ? { page: number } : {}) } };
  }
  return { route: unknown, visit: { path, search, params: {} } };
}

/** Reports whether one of our screens is at this path. */
export const isKnown = (path: string) => routeOf(path, "").route !== unknown;

/** The reads that the whole page at a URL needs: the frame's and the screen's. */
export function pageReads(path: string, search: string) {
  const { route, visit } = routeOf(path, search);
  return [siteQuery(), ...route.reads(visit)];
}
