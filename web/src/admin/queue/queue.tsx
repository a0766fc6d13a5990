import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type QueuedSubmission, type QueueStatus, queueQuery } from "../../api/queue";
import { dayOf } from "../../kit/admin/days";
import { FilterTabs, Loaded, LoadingRows, MoreButton, StatePanel } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { ScreenHead } from "../../kit/admin/screen";
import { Check, SelectAll, useSelection } from "../../kit/admin/selection";
import { panel } from "../../kit/admin/styles";
import { TypeBadge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import { type Decision, Decisions } from "./decisions";

const tabs: { value: QueueStatus; label: string }[] = [
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
];

const empty: Record<QueueStatus, [title: string, text: string]> = {
  pending: ["Nothing to review", "Tools submitted by visitors appear here for your review."],
  approved: ["Nothing approved yet", "Approved submissions are listed here for six months."],
  rejected: ["Nothing rejected yet", "Rejected submissions are listed here for six months, with the reason."],
};

/** The queue of submissions, to be approved or rejected. */
export default function SubmissionQueue() {
  const [status, setStatus] = useState<QueueStatus>("pending");
  const [decision, setDecision] = useState<Decision | null>(null);
  const queue = useInfiniteQuery(queueQuery(status));
  const [first] = queue.data?.pages ?? [];
  const submissions = queue.data?.pages.flatMap((page) => page.submissions) ?? noSubmissions;
  const selection = useSelection(submissions, submissions);
  return (
    <>
      <ScreenHead title="Submissions">
        Nothing goes live until you approve it.
        {first && !first.sendsMail ? " Submitters follow the decision by their status link." : ""}
      </ScreenHead>
      <div className="mt-5">
        <FilterTabs label="Submissions" tabs={tabs} chosen={status} counts={first?.counts} choose={setStatus} />
      </div>
      <Loaded query={queue} failure="Failed to fetch submissions" loading={<LoadingRows what="submissions" />}>
        {() =>
          submissions.length > 0 ? (
            <>
              {status === "pending" ? (
                <MayChange area="inbox">
                  <SelectedBar selection={selection} count={submissions.length} decide={setDecision} />
                </MayChange>
              ) : null}
              <ul
                className="mt-3 grid gap-3"
                aria-label={`${tabs.find(({ value }) => value === status)?.label} submissions`}
              >
                {submissions.map((submission) => (
                  <SubmissionRow key={submission.id} {...{ submission, selection }} decide={setDecision} />
                ))}
              </ul>
            </>
          ) : (
            <StatePanel title={empty[status][0]} text={empty[status][1]} />
          )
        }
      </Loaded>
      <MoreButton list={queue} what="submissions" label="Show older submissions" />
      <Decisions
        decision={decision}
        reasons={first?.reasons ?? []}
        onClose={() => setDecision(null)}
        onDecided={selection.clear}
      />
    </>
  );
}

const noSubmissions: QueuedSubmission[] = [];

/** The most submissions that one call decides. */
const maxDecided = 100;

interface SelectedBarProps {
  selection: ReturnType<typeof useSelection<QueuedSubmission>>;
  /** How many are shown. */
  count: number;
  decide: (decision: Decision) => void;
}

/** Selects all that are shown, and decides on those that are selected. */
function SelectedBar({ selection, count, decide }: SelectedBarProps) {
  const all = useRef<HTMLInputElement>(null);
  const { selected } = selection;
  const isTooMany = selected.length > maxDecided;
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-2 pl-[1.0625rem]">
      <SelectAll box={all} selection={selection} count={count} noun="submission" />
      <p role="status" className="mr-auto text-[0.8125rem] text-muted tabular-nums">
        {isTooMany
          ? `Please select at most ${maxDecided}.`
          : selected.length > 0
            ? `${formatCount(selected.length)} selected`
            : "Select all"}
      </p>
      {selected.length > 0 ? (
        <>
          <Button
            size="small"
            disabled={isTooMany}
            onClick={() => decide({ kind: "approveAll", submissions: selected })}
          >
            Approve selected
          </Button>
          <Button
            size="small"
            tone="bare"
            disabled={isTooMany}
            onClick={() => decide({ kind: "reject", submissions: selected })}
          >
            Reject selected
          </Button>
        </>
      ) : null}
    </div>
  );
}

interface SubmissionRowProps {
  submission: QueuedSubmission;
  selection: SelectedBarProps["selection"];
  decide: (decision: Decision) => void;
}

/** One submission with all its fields and the possible decisions. */
function SubmissionRow({ submission, selection, decide }: SubmissionRowProps) {
  const { productName, website, description, type, category, logo, status, reason, notes } = fieldsOf(submission);
  const ask = (kind: "approve" | "delete") => () => decide({ kind, submission });
  return (
    <li
      className={`${panel} grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)_auto]`}
      aria-label={productName}
    >
      <div className="flex flex-col items-center">
        <ProductLogo product={{ name: productName, logo, logoColor: "" }} size="small" lazy />
        {status === "pending" ? (
          <MayChange area="inbox">
            <Check
              aria-label={`Select ${productName}`}
              checked={selection.isSelected(submission.id)}
              onChange={() => selection.select(submission.id, "toggle")}
            />
          </MayChange>
        ) : null}
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5">
          <h2 className="font-semibold text-[1rem]">{productName}</h2>
          <TypeBadge type={type} />
          <span className="text-muted text-[0.8125rem]">{category}</span>
        </div>
        <a
          href={website}
          target="_blank"
          rel="noopener noreferrer"
          className="-my-2.5 inline-flex min-h-11 items-center text-[0.8125rem] text-muted underline underline-offset-3 lg:my-0 lg:min-h-6"
        >
          {website.replace(/^https?:\/\/(www\.)?|\/$/g, "")}
        </a>
        <p className="mt-1 max-w-180 text-[0.875rem] leading-5.5 line-clamp-4 whitespace-pre-line">{description}</p>
        <Hints submission={submission} />
        {notes === "" ? null : <Note label="Note to you" text={notes} />}
        {reason === "" ? null : <Note label="Reason" text={reason} />}
      </div>
      <div className="flex flex-col gap-3 max-sm:col-start-2 sm:max-w-60 sm:items-end sm:text-right lg:max-w-64">
        <p className="text-[0.8125rem] text-dim">{factsOf(submission)}</p>
        <div className="flex flex-wrap items-center gap-2 sm:mt-auto sm:justify-end">
          <MayChange area="inbox">
            {status === "approved" ? null : (
              <Button size="small" onClick={ask("approve")}>
                {status === "pending" ? "Approve" : "Approve anyway"} <span className="sr-only">{productName}</span>
              </Button>
            )}
            {status === "pending" ? (
              <Button size="small" tone="bare" onClick={() => decide({ kind: "reject", submissions: [submission] })}>
                Reject <span className="sr-only">{productName}</span>
              </Button>
            ) : null}
            <Button size="small" tone="bare" onClick={ask("delete")}>
              Delete <span className="sr-only">{productName}</span>
            </Button>
          </MayChange>
          {submission.productSlug === "" ? null : (
            <a
              href={`/products/${encodeURIComponent(submission.productSlug)}`}
              className="inline-flex items-center min-h-11 px-3 text-muted text-[0.8125rem] underline underline-offset-3"
            >
              View in the directory
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/** What helps to decide: tools that are probably the same, and what else its submitter sent. */
function Hints({ submission: { duplicates, others } }: { submission: QueuedSubmission }) {
  const sent = statuses.filter((status) => others[status] > 0).map((status) => `${others[status]} ${status}`);
  return (
    <>
      {duplicates.map(({ slug, name, same }) => (
        <p key={slug} className="mt-2 text-[0.8125rem]">
          {same === "website" ? "Already listed with this website" : "Listed with much the same name"}:{" "}
          <a
            href={`/products/${encodeURIComponent(slug)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-3"
          >
            {name}
          </a>
        </p>
      ))}
      {sent.length > 0 ? (
        <p className="mt-2 text-[0.8125rem] text-muted">Also from this submitter: {sent.join(", ")}</p>
      ) : null}
    </>
  );
}

const statuses = ["pending", "approved", "rejected"] as const;

function Note({ label, text }: { label: string; text: string }) {
  return (
    <p className="mt-3 max-w-208 border-line border-l-2 pl-3.5 text-[0.875rem] text-muted leading-[1.55] whitespace-pre-line">
      <span className="font-semibold">{label}:</span> {text}
    </p>
  );
}

const fieldsOf = ({ submissionNotes: notes, ...submission }: QueuedSubmission) => ({ ...submission, notes });

const mails = {
  "": "",
  waiting: "email is being sent",
  sent: "email sent",
  failed: "email couldn't be sent",
};

/** When it was submitted and decided, by whom, and whether its sender was notified. */
function factsOf({ createdAt, decidedAt, decidedBy, status, email, mail }: QueuedSubmission): string {
  const facts = [`Submitted ${dayOf(createdAt)}`, email === "" ? "no email given" : email];
  if (status !== "pending") facts.push(`${status} ${dayOf(decidedAt)} by ${decidedBy}`);
  if (mails[mail] !== "") facts.push(mails[mail]);
  return facts.join(" · ");
}
