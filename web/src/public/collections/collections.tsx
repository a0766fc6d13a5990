import { useQuery } from "@tanstack/react-query";
import { collectionsQuery } from "../../api/collections";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { FailedList } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import { TileGrid } from "../directory/home-rows";
import { CollectionTile } from "./collection-tile";

/** All collections, the latest first. */
export function Collections() {
  const { data: collections, error, isFetching, refetch } = useQuery(collectionsQuery());
  return (
    <div className="page-width min-h-dvh pb-4">
      <Breadcrumb current="Collections" />
      <h1 className="mt-1 mb-6 font-display text-4xl sm:text-5xl">Collections</h1>
      {collections?.length === 0 ? <Empty /> : null}
      {collections?.length ? (
        <TileGrid>
          {collections.map((collection) => (
            <CollectionTile key={collection.slug} collection={collection} title="h2" />
          ))}
        </TileGrid>
      ) : null}
      {error ? <FailedList items="collections" isRetrying={isFetching} retry={() => void refetch()} /> : null}
      {collections || error ? null : <Loading />}
    </div>
  );
}

function Empty() {
  return (
    <div className="border-t border-hairline pt-8">
      <p className="text-muted">There are no collections yet.</p>
      <a href="/categories" className={buttonStyle({ className: "mt-6" })}>
        Browse all categories
      </a>
    </div>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the collections</span>
      <div className="category-grid">
        {["first", "second", "third"].map((tile) => (
          <Skeleton key={tile} className="h-40 rounded-2xl" />
        ))}
      </div>
    </div>
  );
}
