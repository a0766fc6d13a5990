import { collectionQuery, collectionsQuery } from "../../api/collections";
import { type Feature, lazyRoute, titleOf } from "../../route";

export const collectionsFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/collections",
      async () => (await import("./screens")).Collections,
      "Collections",
      () => [collectionsQuery()],
    ),
    lazyRoute(
      "/best/:slug",
      async () => (await import("./screens")).Collection,
      ({ params: { slug = "" } }, siteName, client) =>
        titleOf(client.getQueryState(collectionQuery(slug).queryKey), ({ title }) => title, "Collection", siteName),
      ({ params: { slug = "" } }) => [collectionQuery(slug)],
    ),
  ],
  footerLinks: [{ href: "/collections", label: "Collections", needs: "collections" }],
};
