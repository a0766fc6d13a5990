import { useQuery } from "@tanstack/react-query";
import { Breadcrumb } from "../../kit/breadcrumb";
import { LegalText } from "../../kit/legal-text";
import { Failed } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import { rankingQuery } from "./pages";

/** What decides the order of tools, and who pays. */
export function HowWeRank() {
  const { data, isPending, isFetching, refetch } = useQuery(rankingQuery());
  return (
    <div className="page-width min-h-dvh pb-8">
      <Breadcrumb current="How we rank" />
      <h1 className="mt-1 mb-9 font-display text-4xl sm:text-5xl">How we rank</h1>
      {data ? (
        <div className="lg:*:max-w-none lg:*:columns-2 lg:*:gap-x-20 lg:[&_#section-who-pays]:mt-0 lg:[&_#section-who-pays]:break-before-column">
          <LegalText html={data.html} />
        </div>
      ) : null}
      {isPending ? <Skeleton className="h-96 max-w-2xl" /> : null}
      {data || isPending ? null : (
        <Failed
          level="h2"
          title="Couldn't load this page"
          text="Please try again in a moment."
          isRetrying={isFetching}
          retry={refetch}
        />
      )}
    </div>
  );
}
