import type { QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { catalogQuery } from "./api/catalog";
import { categoryOverviewQuery } from "./api/categories";
import { collectionQuery, collectionsQuery } from "./api/collections";
import { comparisonQuery, comparisonsQuery } from "./api/comparisons";
import { homeRowsQuery } from "./api/home-rows";
import { issueQuery, issuesQuery } from "./api/issues";
import { type LegalType, legalTextQuery, legalTitles, legalTypes } from "./api/legal-text";
import { alternativesQuery, productQuery, similarQuery } from "./api/products";
import { type Site, siteQuery } from "./api/site";
import { submissionStatusQuery, submitFormQuery } from "./api/submissions";
import { tagsQuery } from "./api/tags";
import { Home } from "./directory/home";
import { categoriesHeading } from "./directory/home-heading";
import { HomeRows } from "./directory/lazy-home-rows";
import { isWholeHome } from "./directory/listing-states";
import { NotFound } from "./directory/not-found";
import { ProductScreen } from "./directory/product-screen";
import { cutNumber } from "./filters";
import { type LazyScreen, lazyScreen } from "./lazy-screen";
import {
  alternativesTitle,
  collectionTitle,
  compareTitle,
  homeTitle,
  issueTitle,
  missingTitle,
  productTitle,
  type Title,
} from "./titles";
import { filtersOf, matchPath, type Visit } from "./visit";

/** One path of the site: its screen, the reads that the screen needs, and the document's title. */
interface Route {
  path: string;
  screen: ComponentType<{ visit: Visit }>;
  /** Loads the script of a lazy screen. It never rejects, as the screen itself shows the error. */
  load?: () => Promise<void>;
  reads: (visit: Visit) => { queryKey: QueryKey }[];
  title: Title;
  /** A list with pages below it, "/page/2". */
  isNumbered?: boolean;
  /** What the site must have, so that the screen exists. */
  needs?: "accounts" | "newsletter";
}

const product = {
  screen: ProductScreen,
  reads: ({ params: { id = "" } }: Visit) => [productQuery(id), similarQuery(id), comparisonsQuery(id), tagsQuery(id)],
  title: productTitle,
};

const list = {
  screen: Home,
  reads: (visit: Visit) => [catalogQuery(filtersOf(visit))],
  title: homeTitle,
};

/** The home page has rows above its list, unless filters are chosen. */
const home = {
  ...list,
  load: HomeRows.load,
  reads: (visit: Visit) => [...list.reads(visit), ...(isWholeHome(filtersOf(visit)) ? [homeRowsQuery()] : [])],
};

/** Screens whose script is loaded when they are first opened. */
export const lazyScreens = {
  categories: lazyScreen(async () => (await import("./directory/categories-screen")).CategoriesScreen),
  legal: lazyScreen(async () => (await import("./legal/legal-screen")).LegalScreen),
  generator: lazyScreen(async () => (await import("./generator/generator")).Generator),
  submit: lazyScreen(async () => (await import("./submit/submit")).Submit),
  saved: lazyScreen(async () => (await import("./saved/saved")).Saved),
  signUp: lazyScreen(async () => (await import("./account/sign-up")).SignUp),
  signIn: lazyScreen(async () => withRoutes((await import("./account/sign-in")).SignIn)),
  verify: lazyScreen(async () => (await import("./account/verify")).Verify),
  forgot: lazyScreen(async () => (await import("./account/forgot")).Forgot),
  account: lazyScreen(async () => (await import("./account/account")).Account),
  newsletter: lazyScreen(async () => (await import("./newsletter/newsletter")).Newsletter),
  newsletterConfirm: lazyScreen(async () => (await import("./newsletter/confirm")).Confirm),
  newsletterSettings: lazyScreen(async () => (await import("./newsletter/settings")).Settings),
  archive: lazyScreen(async () => (await import("./newsletter/archive")).Archive),
  issue: lazyScreen(async () => (await import("./newsletter/issue")).IssueScreen),
  alternatives: lazyScreen(async () => (await import("./alternatives/alternatives")).Alternatives),
  collections: lazyScreen(async () => (await import("./collections/collections")).Collections),
  collection: lazyScreen(async () => (await import("./collections/collection")).Collection),
  compare: lazyScreen(async () => (await import("./compare/compare")).Compare),
  submission: lazyScreen(async () => (await import("./submit/submission")).Submission),
};

/** Gives the screen to sign in, which leads to any other, what it may not import from here. */
export function withRoutes(SignIn: ComponentType<{ visit: Visit; isKnown: (path: string) => boolean }>) {
  return ({ visit }: { visit: Visit }) => <SignIn visit={visit} isKnown={isKnown} />;
}

/** A lazy screen whose title is the same for every visitor. */
const lazyRoute = (
  path: string,
  { Screen, load }: LazyScreen,
  title: string,
  reads: Route["reads"] = () => [],
): Route => ({ path, screen: Screen, load, reads, title: (_visit, siteName) => `${title} – ${siteName}` });

const accountRoute = (...route: Parameters<typeof lazyRoute>): Route => ({ ...lazyRoute(...route), needs: "accounts" });

const newsletterRoute = (...route: Parameters<typeof lazyRoute>): Route => ({
  ...lazyRoute(...route),
  needs: "newsletter",
});

/** A legal page's path is its type. */
const legal = (type: LegalType): Route => ({
  path: `/${type}`,
  screen: lazyScreens.legal.Screen,
  load: lazyScreens.legal.load,
  reads: () => [legalTextQuery(type)],
  title: (_visit, siteName, client) => {
    const saved = client.getQueryData(legalTextQuery(type).queryKey)?.title;
    return `${saved ?? legalTitles[type]} – ${siteName}`;
  },
});

/** Every public page. The server has a row for each too (internal/pages/page.go); a test compares both. */
export const routes: Route[] = [
  { path: "/", ...home },
  { path: "/category/:category", ...list, isNumbered: true },
  { path: "/tag/:tag", ...list, isNumbered: true },
  lazyRoute("/categories", lazyScreens.categories, categoriesHeading, () => [categoryOverviewQuery()]),
  { path: "/tools", ...list, isNumbered: true },
  { path: "/product/:id", ...product },
  { path: "/products/:id", ...product },
  {
    ...lazyRoute("/alternatives/:id", lazyScreens.alternatives, "", ({ params: { id = "" } }) => [
      productQuery(id),
      alternativesQuery(id),
    ]),
    title: alternativesTitle,
  },
  {
    ...lazyRoute("/compare/:comparison", lazyScreens.compare, "", ({ params: { comparison = "" } }) => [
      comparisonQuery(comparison),
    ]),
    title: compareTitle,
  },
  lazyRoute("/collections", lazyScreens.collections, "Collections", () => [collectionsQuery()]),
  {
    ...lazyRoute("/best/:slug", lazyScreens.collection, "", ({ params: { slug = "" } }) => [collectionQuery(slug)]),
    title: collectionTitle,
  },
  lazyRoute("/veo3-generator", lazyScreens.generator, "VEO 3 Script Generator"),
  lazyRoute("/saved", lazyScreens.saved, "Saved tools"),
  accountRoute("/sign-up", lazyScreens.signUp, "Create account"),
  accountRoute("/sign-in", lazyScreens.signIn, "Sign in"),
  accountRoute("/verify", lazyScreens.verify, "Confirm your email"),
  accountRoute("/forgot", lazyScreens.forgot, "Reset your password"),
  accountRoute("/account", lazyScreens.account, "Your account"),
  newsletterRoute("/newsletter", lazyScreens.newsletter, "Newsletter", () => [issuesQuery()]),
  newsletterRoute("/newsletter/confirm", lazyScreens.newsletterConfirm, "Confirm your subscription"),
  newsletterRoute("/newsletter/settings", lazyScreens.newsletterSettings, "Newsletter settings"),
  newsletterRoute("/newsletter/archive", lazyScreens.archive, "Past newsletter issues", () => [issuesQuery()]),
  {
    ...newsletterRoute("/newsletter/archive/:number", lazyScreens.issue, "", ({ params: { number = "" } }) => [
      issueQuery(number),
    ]),
    title: issueTitle,
  },
  lazyRoute("/submit", lazyScreens.submit, "Submit Your AI Tool", () => [submitFormQuery()]),
  lazyRoute("/submit/status/:key", lazyScreens.submission, "Your submission", ({ params: { key = "" } }) => [
    submissionStatusQuery(key),
  ]),
  ...legalTypes.map(legal),
];

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
