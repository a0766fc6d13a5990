import {
  catalogQuery,
  categoryOverviewQuery,
  homeRowsQuery,
  productQuery,
  similarQuery,
  tagsQuery,
} from "../../api/products";
import type { Site } from "../../api/schema.gen";
import { siteQuery } from "../../api/site";
import { type Feature, lazyRoute, lazyScreen, missingTitle, type Route, type Title, titleOf } from "../../route";
import { categoryNamed } from "../../site";
import { slots } from "../../slots";
import { filtersOf, type Visit } from "../../visit";
import { allToolsHeading, categoriesHeading, isWholeHome, ofPage, productKind, tagTitle } from "./titles";

/** The catalog: the lists of tools, the categories, and the page of a tool. */
export const directoryFeature: Feature = { pages: directoryPages };

function directoryPages(): Route[] {
  const tool = lazyScreen(async () => (await import("./product-screen")).ProductScreen);
  const list = lazyScreen(async () => (await import("./home")).Home);
  const productPage = {
    screen: tool.Screen,
    load: tool.load,
    reads: ({ params: { id = "" } }: Visit) => [
      productQuery(id),
      similarQuery(id),
      ...slots.productReads.map((query) => query(id)),
      tagsQuery(id),
    ],
    title: productTitle,
  };
  const listPage = {
    screen: list.Screen,
    load: list.load,
    reads: (visit: Visit) => [catalogQuery(filtersOf(visit))],
    title: homeTitle,
  };
  /** The home page has rows above its list, unless filters are chosen. */
  const homeReads = (visit: Visit) => [
    ...listPage.reads(visit),
    ...(isWholeHome(filtersOf(visit)) ? [homeRowsQuery()] : []),
  ];
  return [
    { path: "/", ...listPage, reads: homeReads },
    { path: "/category/:category", ...listPage, isNumbered: true },
    { path: "/tag/:tag", ...listPage, isNumbered: true },
    lazyRoute(
      "/categories",
      async () => (await import("./categories-screen")).CategoriesScreen,
      categoriesHeading,
      () => [categoryOverviewQuery()],
    ),
    {
      ...lazyRoute("/tools", async () => (await import("./all-tools")).AllTools, homeTitle, listPage.reads),
      isNumbered: true,
    },
    { path: "/product/:id", ...productPage },
    { path: "/products/:id", ...productPage },
  ];
}

/** The title of the home page; the name alone until the site is known. */
const siteTitle = (siteName: string, site: Site | undefined) =>
  site ? `${siteName} – ${site.texts.tagline}` : siteName;

const homeTitle: Title = (visit, siteName, client) => {
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
};

const productTitle: Title = ({ params: { id = "" } }, siteName, client) =>
  titleOf(
    client.getQueryState(productQuery(id).queryKey),
    ({ name, categories }) => `${name}: ${productKind(categories)}`,
    "Product",
    siteName,
  );
