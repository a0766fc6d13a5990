import { useQuery } from "@tanstack/react-query";
import { issuesQuery } from "../../api/issues";
import { buttonStyle } from "../../kit/button";
import { FailedList } from "../../kit/page-state";
import { Skeleton } from "../../kit/skeleton";
import { IssueLine } from "./issue-line";
import { PageTitle } from "./page-title";

/** All issues that have been sent, the newest first. */
export function Archive() {
  const { data: issues, error, isFetching, refetch } = useQuery(issuesQuery());
  return (
    <div className="page-width min-h-dvh pt-12">
      <div className="mx-auto max-w-3xl">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <PageTitle>Past newsletter issues</PageTitle>
          {issues?.length ? (
            <a href="/newsletter" className={buttonStyle({ tone: "brass" })}>
              Subscribe
            </a>
          ) : null}
        </div>
        {issues?.length === 0 ? <Empty /> : null}
        {issues?.length ? (
          <ol className="divide-y divide-hairline border-y border-hairline">
            {issues.map((issue) => (
              <li key={issue.number}>
                <IssueLine issue={issue} level="h2" />
              </li>
            ))}
          </ol>
        ) : null}
        {error ? <FailedList items="issues" isRetrying={isFetching} retry={() => void refetch()} /> : null}
        {issues || error ? null : <Loading />}
      </div>
    </div>
  );
}

function Empty() {
  return (
    <div className="border-t border-hairline pt-8">
      <p className="text-muted">No issue has been sent yet. Subscribe to get the first one.</p>
      <a href="/newsletter" className={buttonStyle({ tone: "brass", className: "mt-6" })}>
        Subscribe
      </a>
    </div>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the issues</span>
      <Skeleton className="h-24 w-full rounded-2xl" />
      <Skeleton className="mt-4 h-24 w-full rounded-2xl" />
    </div>
  );
}
