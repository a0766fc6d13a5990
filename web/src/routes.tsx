import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { catalogQuery } from "./api/catalog";
import { categoryOverviewQuery } from "./api/categories";
import { collectionQuery, collectionsQuery } from "./api/collections";
import { comparisonQuery, comparisonsQuery, comparisonTitle } from "./api/comparisons";
import { homeRowsQuery } from "./api/home-rows";
import { issueQuery, issuesQuery } from "./api/issues";
import { type LegalType, legalTextQuery, legalTitles, legalTypes } from "./api/legal-text";
import { alternativesQuery, productQuery, similarQuery } from "./api/products";
import { type Site, siteQuery } from "./api/site";
import { submissionStatusQuery, submitFormQuery } from "./api/submissions";
import { tagsQuery } from "./api/tags";
import { alternativesHeading } from "./directory/alternatives-heading";
import { Home } from "./directory/home";
import { allToolsHeading, categoriesHeading, ofPage, tagTitle } from "./directory/home-heading";
import { HomeRows } from "./directory/lazy-home-rows";
import { isWholeHome } from "./directory/listing-states";
import { NotFound } from "./directory/not-found";
import { productKind } from "./directory/product-kind";
import { ProductScreen } from "./directory/product-screen";
import { cutNumber } from "./filters";
import { type LazyScreen, lazyScreen } from "./lazy-screen";
import { categoryNamed } from "./site";
import { filtersOf, matchPath, type Visit } from "./visit";

/** One path of the site: its screen, the reads that the screen needs, and the document's title. */
interface Route {
  path: string;
  screen: ComponentType<{ visit: Visit }>;
  /** Loads the script of a lazy screen. It never rejects, as the screen itself shows the error. */
  load?: () => Promise<void>;
  reads: (visit: Visit) => { queryKey: QueryKey }[];
  title: (visit: Visit, siteName: string, client: QueryClient) => string;
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

/** Every public page. The server has a row for each too (internal/pages/screens.go); a test compares both. */
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

const missingTitle = (siteName: string) => `Page Not Found – ${siteName}`;

/** The title of the home page; the name alone until the site is known. */
const siteTitle = (siteName: string, site: Site | undefined) =>
  site ? `${siteName} – ${site.texts.tagline}` : siteName;

function homeTitle(visit: Visit, siteName: string, client: QueryClient): string {
  const filters = filtersOf(visit);
  const { category, tag, search, page } = filters;
  const site = client.getQueryData(siteQuery().queryKey);
  const known = categoryNamed(site, category);
  const list = client.getQueryData(catalogQuery(filters).queryKey);
  if (visit.params.tag && list?.tag === "") return missingTitle(siteName);
  if (visit.params.category && site && !known) return missingTitle(siteName);
  if (search !== "") return `“${search}” – ${siteName}`;
  const isUnknown = category !== "all" && site && !known;
  if (isUnknown && list?.total === 0) return `No tools found – ${siteName}`;
  if (tag !== "" && category === "all") return `${tagTitle(list?.tag || tag)}${ofPage(page)} – ${siteName}`;
  if (page > 0) return `${known ? `${known.name} AI tools` : allToolsHeading}${ofPage(page)} – ${siteName}`;
  return known ? `${known.name} AI tools – ${siteName}` : siteTitle(siteName, site);
}

function issueTitle({ params: { number = "" } }: Visit, siteName: string, client: QueryClient): string {
  const query = client.getQueryState(issueQuery(number).queryKey);
  if (query?.data) return `${query.data.subject} – ${siteName}`;
  return query?.status === "error" ? `Issue Not Found – ${siteName}` : siteName;
}

function alternativesTitle({ params: { id = "" } }: Visit, siteName: string, client: QueryClient): string {
  const query = client.getQueryState(productQuery(id).queryKey);
  const list = client.getQueryData(alternativesQuery(id).queryKey)?.alternatives;
  if (query?.data && list) return `${alternativesHeading(query.data.name, list.length)} – ${siteName}`;
  return query?.status === "error" ? `Product Not Found – ${siteName}` : siteName;
}

function collectionTitle({ params: { slug = "" } }: Visit, siteName: string, client: QueryClient): string {
  const query = client.getQueryState(collectionQuery(slug).queryKey);
  if (query?.data) return `${query.data.title} – ${siteName}`;
  return query?.status === "error" ? `Collection Not Found – ${siteName}` : siteName;
}

function compareTitle({ params: { comparison = "" } }: Visit, siteName: string, client: QueryClient): string {
  const query = client.getQueryState(comparisonQuery(comparison).queryKey);
  if (query?.data) return `${comparisonTitle(query.data.products)} – ${siteName}`;
  return query?.status === "error" ? `Comparison Not Found – ${siteName}` : siteName;
}

function productTitle({ params: { id = "" } }: Visit, siteName: string, client: QueryClient): string {
  const query = client.getQueryState(productQuery(id).queryKey);
  if (query?.data) return `${query.data.name}: ${productKind(query.data.categories)} – ${siteName}`;
  return query?.status === "error" ? `Product Not Found – ${siteName}` : siteName;
}
