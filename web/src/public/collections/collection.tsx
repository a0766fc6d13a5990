import { useQuery } from "@tanstack/react-query";
import { collectionQuery } from "../../api/collections";
import { comparedLimit } from "../../api/comparisons";
import type { ShownCollection } from "../../api/schema.gen";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
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
          <GoOn collection={collection} />
        </article>
      )}
    </PageOf>
  );
}

/** What to compare: the first tools, by a form that search engines don't follow. */
const comparisons = ["", "", "Compare these two", "Compare these three", "Compare the first four"];

function GoOn({ collection: { tools } }: { collection: ShownCollection }) {
  const compared = tools.slice(0, comparedLimit);
  return (
    <form action="/compare" className="mt-8 flex flex-wrap gap-3">
      {compared.map(({ product: { id, slug } }) => (
        <input key={id} type="hidden" name="a" value={slug} />
      ))}
      {compared.length > 1 ? (
        <Button type="submit" tone="brass">
          {comparisons[compared.length]}
        </Button>
      ) : null}
      <a href="/collections" className={buttonStyle()}>
        More collections
      </a>
    </form>
  );
}

const missing = (
  <State level="h1" title="Collection Not Found" text="This collection doesn't exist, or isn't published.">
    <a href="/collections" className={buttonStyle({ tone: "brass" })}>
      All collections
    </a>
  </State>
);
