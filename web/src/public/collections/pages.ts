import { collectionQuery, collectionsQuery } from "../../api/collections";
import { lazyRoute, titleOf } from "../../route";

export const collectionPages = () => [
  lazyRoute(
    "/collections",
    async () => (await import("./collections")).Collections,
    "Collections",
    () => [collectionsQuery()],
  ),
  lazyRoute(
    "/best/:slug",
    async () => (await import("./collection")).Collection,
    ({ params: { slug = "" } }, siteName, client) =>
      titleOf(client.getQueryState(collectionQuery(slug).queryKey), ({ title }) => title, "Collection", siteName),
    ({ params: { slug = "" } }) => [collectionQuery(slug)],
  ),
];
