import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  approveSubmission,
  deleteSubmission,
  type QueuedSubmission,
  type QueueStatus,
  queueChanged,
  queueQuery,
} from "../../api/queue";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { CallQuestion } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen-head";
import { Loaded, StatePanel } from "../../kit/admin/state-panel";
import { Button } from "../../kit/button";
import { Skeleton } from "../../kit/skeleton";
import { ProductDialog } from "../product-dialog/product-dialog";
import { noValues, type ProductValues } from "../product-dialog/product-values";
import { RejectDialog } from "./reject-dialog";
import { type Decision, queueItem, SubmissionRow } from "./submission-row";

const queueList = "mt-5 grid gap-3";

const tabs: { value: QueueStatus; label: string }[] = [
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
];

const empty: Record<QueueStatus, [title: string, text: string]> = {
  pending: ["The queue is empty", "Tools submitted by visitors wait here for your review."],
  approved: ["Nothing approved yet", "Approved submissions are listed here for six months."],
  rejected: ["Nothing rejected yet", "Rejected submissions are listed here for six months, with the reason."],
};

/** The queue of submissions, to be approved or rejected. */
export default function SubmissionQueue() {
  const [status, setStatus] = useState<QueueStatus>("pending");
  const [decision, setDecision] = useState<Decision | null>(null);
  const queue = useInfiniteQuery(queueQuery(status));
  const [first] = queue.data?.pages ?? [];
  const submissions = queue.data?.pages.flatMap((page) => page.submissions) ?? [];
  return (
    <>
      <ScreenHead title="Queue">
        Nothing goes live until you approve it.
        {first && !first.sendsMail ? " Senders follow the decision by their status link." : ""}
      </ScreenHead>
      <div className="mt-5">
        <FilterTabs label="Submissions" tabs={tabs} chosen={status} counts={first?.counts} choose={setStatus} />
      </div>
      <Loaded query={queue} failure="Failed to fetch submissions" loading={<QueueSkeleton />}>
        {() =>
          submissions.length > 0 ? (
            <ul className={queueList} aria-label={`${tabs.find(({ value }) => value === status)?.label} submissions`}>
              {submissions.map((submission) => (
                <SubmissionRow key={submission.id} submission={submission} decide={setDecision} />
              ))}
            </ul>
          ) : (
            <StatePanel title={empty[status][0]} text={empty[status][1]} />
          )
        }
      </Loaded>
      {queue.hasNextPage ? (
        <Button className="mt-5" disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
          {queue.isFetchingNextPage ? "Loading..." : "Show older submissions"}
        </Button>
      ) : null}
      <Decisions decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}

function Decisions({ decision, onClose }: { decision: Decision | null; onClose: () => void }) {
  const queries = useQueryClient();
  const submission = decision?.submission;
  const decided = () => void queueChanged(queries);
  return (
    <>
      <ProductDialog
        open={decision?.kind === "approve"}
        draft={
          submission && {
            title: "Approve Submission",
            values: valuesOfSubmission(submission),
            save: (input) => approveSubmission(submission.id, input),
          }
        }
        onClose={onClose}
        onSaved={decided}
      />
      {decision?.kind === "reject" ? (
        <RejectDialog submission={decision.submission} onClose={onClose} onDone={decided} />
      ) : null}
      {decision?.kind === "delete" ? (
        <CallQuestion
          title="Are you sure you want to delete this submission?"
          description={`${decision.submission.productName} is deleted for good, and its sender isn't notified. If it was approved, the tool stays listed.`}
          failure="Failed to delete submission"
          call={() => deleteSubmission(decision.submission.id)}
          changed={decided}
          done={() => ({
            title: "Submission deleted",
            description: `${decision.submission.productName} was deleted from the queue.`,
          })}
          onClose={onClose}
        />
      ) : null}
    </>
  );
}

function QueueSkeleton() {
  return (
    <div role="status" className={queueList}>
      <span className="sr-only">Loading submissions</span>
      {[1, 2, 3].map((index) => (
        <div key={index} className={queueItem}>
          <Skeleton className="h-7 w-56 max-w-full" />
          <Skeleton className="mt-3 h-4 w-full max-w-xl" />
          <Skeleton className="mt-2 h-4 w-2/3 max-w-md" />
        </div>
      ))}
    </div>
  );
}

/** Returns the product dialog's values for a submission. */
function valuesOfSubmission(submission: QueuedSubmission): ProductValues {
  const { productName, website, description, useCases, category, type, logo, videoUrl } = submission;
  return {
    ...noValues,
    name: productName,
    website,
    type,
    categories: [category],
    description,
    useCases,
    logo,
    videoUrl,
    section: "Recommended AI Products",
  };
}
