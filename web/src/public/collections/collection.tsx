import { useQuery } from "@tanstack/react-query";
import { collectionQuery } from "../../api/collections";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { useOpenCount } from "../../kit/count-visits";
import { PageOf, State } from "../../kit/page-state";
import type { Visit } from "../../visit";
import { CollectionContents } from "./collection-contents";

/** A collection of tools; the URL contains its slug. */
export function Collection({ visit: { params } }: { visit: Visit }) {
  const query = useQuery(collectionQuery(params.slug ?? ""));
  useOpenCount(query.data?.slug, "collection");
  return (
    <PageOf query={query} what="collection" missing={missing}>
      {(collection) => (
        <article className="page-width pb-4">
          <Breadcrumb between={[{ name: "Collections", address: "/collections" }]} current={collection.title} />
          <CollectionContents collection={collection} />
        </article>
      )}
    </PageOf>
  );
}

const missing = (
  <State level="h1" title="Collection Not Found" text="This collection doesn't exist, or isn't published.">
    <a href="/collections" className={buttonStyle({ tone: "brass" })}>
      All collections
    </a>
  </State>
);
