import type { QueryClient, QueryState } from "@tanstack/react-query";
import { catalogQuery } from "./api/catalog";
import { collectionQuery } from "./api/collections";
import { comparisonQuery, comparisonTitle } from "./api/comparisons";
import { issueQuery } from "./api/issues";
import { alternativesQuery, productQuery } from "./api/products";
import { type Site, siteQuery } from "./api/site";
import { alternativesHeading } from "./public/alternatives/alternatives-heading";
import { allToolsHeading, ofPage, tagTitle } from "./public/directory/home-heading";
import { productKind } from "./public/directory/product-kind";
import { categoryNamed } from "./site";
import { filtersOf, type Visit } from "./visit";

/** The document's title of a screen. It grows with what has been loaded. */
export type Title = (visit: Visit, siteName: string, client: QueryClient) => string;

export const missingTitle = (siteName: string) => `Page Not Found – ${siteName}`;

/** The title of the home page; the name alone until the site is known. */
const siteTitle = (siteName: string, site: Site | undefined) =>
  site ? `${siteName} – ${site.texts.tagline}` : siteName;

export const homeTitle: Title = (visit, siteName, client) => {
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

export const issueTitle: Title = ({ params: { number = "" } }, siteName, client) =>
  titleOf(client.getQueryState(issueQuery(number).queryKey), ({ subject }) => subject, "Issue", siteName);

export const productTitle: Title = ({ params: { id = "" } }, siteName, client) =>
  titleOf(
    client.getQueryState(productQuery(id).queryKey),
    ({ name, categories }) => `${name}: ${productKind(categories)}`,
    "Product",
    siteName,
  );

export const alternativesTitle: Title = ({ params: { id = "" } }, siteName, client) => {
  const list = client.getQueryData(alternativesQuery(id).queryKey)?.alternatives;
  return titleOf(
    client.getQueryState(productQuery(id).queryKey),
    ({ name }) => list && alternativesHeading(name, list.length),
    "Product",
    siteName,
  );
};

export const collectionTitle: Title = ({ params: { slug = "" } }, siteName, client) =>
  titleOf(client.getQueryState(collectionQuery(slug).queryKey), ({ title }) => title, "Collection", siteName);

export const compareTitle: Title = ({ params: { comparison = "" } }, siteName, client) =>
  titleOf(
    client.getQueryState(comparisonQuery(comparison).queryKey),
    ({ products }) => comparisonTitle(products),
    "Comparison",
    siteName,
  );

/** The title of a screen about one thing: what it says of that once it is loaded; before, the site's name alone. */
function titleOf<T>(
  query: QueryState<T> | undefined,
  say: (data: T) => string | undefined,
  thing: string,
  siteName: string,
): string {
  const said = query?.data && say(query.data);
  if (said) return `${said} – ${siteName}`;
  return query?.status === "error" ? `${thing} Not Found – ${siteName}` : siteName;
}
