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
import { type Feature, lazyRoute, missingTitle, type Route, type Title, titleOf } from "../../route";
import { categoryNamed } from "../../site";
import { slots } from "../../slots";
import { filtersOf, type Visit } from "../../visit";
import { Home } from "./home";
import { allToolsHeading, categoriesHeading, ofPage, tagTitle } from "./home-heading";
import { HomeRows, isWholeHome } from "./listing-states";
import { productKind } from "./product-kind";
import { ProductScreen } from "./product-screen";

/** The catalog: the lists of tools, the categories, and the page of a tool. */
export const directoryFeature: Feature = { pages: directoryPages };

function directoryPages(): Route[] {
  const product = {
    screen: ProductScreen,
    reads: ({ params: { id = "" } }: Visit) => [
      productQuery(id),
      similarQuery(id),
      ...slots.productReads.map((query) => query(id)),
      tagsQuery(id),
    ],
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
  return [
    { path: "/", ...home },
    { path: "/category/:category", ...list, isNumbered: true },
    { path: "/tag/:tag", ...list, isNumbered: true },
    lazyRoute(
      "/categories",
      async () => (await import("./categories-screen")).CategoriesScreen,
      categoriesHeading,
      () => [categoryOverviewQuery()],
    ),
    { path: "/tools", ...list, isNumbered: true },
    { path: "/product/:id", ...product },
    { path: "/products/:id", ...product },
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
