import type { UseQueryResult } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import type { IssueReport } from "../../api/newsletter-admin";
import { FailedPanel, StatePanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { Skeleton } from "../../kit/skeleton";
import { IssueCard } from "./issue-card";

/** The issues that were sent or are scheduled, the newest first. */
export function Issues({ issues }: { issues: UseQueryResult<IssueReport[]> }) {
  const { data, error, isFetching, refetch } = issues;
  if (!data && error) return <FailedPanel what="Couldn't load the issues" error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" className="mt-5 grid gap-3">
        <span className="sr-only">Loading the issues</span>
        {[1, 2, 3].map((index) => (
          <div key={index} className={`${panel} px-5 py-4`}>
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="mt-3 h-12 w-full max-w-xl" />
          </div>
        ))}
      </div>
    );
  if (data.length === 0)
    return <StatePanel title="No issues yet" text="Issues appear here once you send or schedule one." />;
  return (
    <>
      {error ? (
        <p role="alert" className="mt-4 text-danger text-sm">
          Couldn't update the results. {sentenceOf(error, "Failed to connect to server")}
        </p>
      ) : null}
      <ul aria-label="Issues" className="mt-5 grid gap-3">
        {data.map((report) => (
          <IssueCard key={report.number} report={report} />
        ))}
      </ul>

      <Button className="mt-4" disabled={isFetching} onClick={() => void refetch()}>
        Refresh
      </Button>
    </>
  );
}
