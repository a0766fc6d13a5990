import { useQuery } from "@tanstack/react-query";
import { collectionQuery } from "../../api/collections";
import { hasStatus } from "../../api/fault";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { useOpenCount } from "../../kit/count-visits";
import { FailedPage, PageState } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import type { Visit } from "../../visit";
import { CollectionContents } from "./collection-contents";

/** A collection of tools; the URL contains its slug. */
export function Collection({ visit: { params } }: { visit: Visit }) {
  const { data, error, isFetching, refetch } = useQuery(collectionQuery(params.slug ?? ""));
  useOpenCount(data?.slug, "collection");
  if (data)
    return (
      <article className="page-width pb-4">
        <Breadcrumb between={[{ name: "Collections", address: "/collections" }]} current={data.title} />
        <CollectionContents collection={data} />
      </article>
    );
  if (hasStatus(error, 404)) return <Missing />;
  return error ? <FailedPage what="collection" isRetrying={isFetching} retry={() => void refetch()} /> : <Loading />;
}

function Missing() {
  return (
    <PageState title="Collection Not Found" text="This collection doesn't exist, or isn't published.">
      <a href="/collections" className={buttonStyle({ tone: "brass" })}>
        All collections
      </a>
    </PageState>
  );
}

function Loading() {
  return (
    <div role="status" className="page-width min-h-dvh pt-17">
      <span className="sr-only">Loading the collection</span>
      <Skeleton className="h-14 w-full max-w-2xl" />
      <Skeleton className="mt-5 h-20 w-full max-w-xl" />
      {["first", "second", "third"].map((row) => (
        <Skeleton key={row} className="mt-8 h-32 w-full rounded-2xl" />
      ))}
    </div>
  );
}
