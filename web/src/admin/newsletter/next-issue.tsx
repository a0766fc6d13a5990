import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Cadence, draftQuery } from "../../api/newsletter-admin";
import { FailedPanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Skeleton } from "../../kit/skeleton";
import { IssueForm } from "./issue-form";

/** The next issue of a cadence. A form that is open keeps what was typed when the draft is read again. */
export function NextIssue({ cadence }: { cadence: Cadence }) {
  const draft = useQuery(draftQuery(cadence));
  const [round, setRound] = useState(0);
  if (draft.data) {
    const { refetch } = draft;
    const reset = async () => {
      await refetch({ throwOnError: true });
      setRound((before) => before + 1);
    };
    return <IssueForm key={round} draft={draft.data} refresh={() => void refetch()} reset={reset} />;
  }
  if (draft.isError)
    return <FailedPanel what="Couldn't load the issue" error={draft.error} retry={() => void draft.refetch()} />;
  return (
    <div role="status" className="mt-6">
      <span className="sr-only">Loading the issue</span>
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="mt-7 h-11 w-full" />
      <Skeleton className="mt-14 h-32 w-full" />
      <div className={`${panel} mt-14 divide-y divide-hairline`}>
        {[1, 2, 3, 4].map((index) => (
          <div key={index} className="px-4 py-3">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="mt-2 h-4 w-80 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
