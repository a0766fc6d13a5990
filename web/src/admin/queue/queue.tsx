import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  approveSubmission,
  deleteSubmission,
  type QueuedSubmission,
  type QueueStatus,
  queueChanged,
  queueQuery,
  rejectSubmission,
} from "../../api/queue";
import { dayOf } from "../../kit/admin/days";
import { FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { FilterTabs, Loaded, LoadingRows, MoreButton, StatePanel } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { CallQuestion } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { panel } from "../../kit/admin/styles";
import { TypeBadge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { ProductLogo } from "../../kit/tools/product-logo";
import { ProductDialog } from "../product-dialog/product-dialog";
import { noValues, type ProductValues } from "../product-dialog/product-values";

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
  const submissions = queue.data?.pages.flatMap((page) => page.submissions) ?? [];
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
            <ul
              className="mt-5 grid gap-3"
              aria-label={`${tabs.find(({ value }) => value === status)?.label} submissions`}
            >
              {submissions.map((submission) => (
                <SubmissionRow key={submission.id} submission={submission} decide={setDecision} />
              ))}
            </ul>
          ) : (
            <StatePanel title={empty[status][0]} text={empty[status][1]} />
          )
        }
      </Loaded>
      <MoreButton list={queue} what="submissions" label="Show older submissions" />
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
          description={`${decision.submission.productName} is permanently deleted, and its submitter isn't notified. If it was approved, the tool stays listed.`}
          failure="Failed to delete submission"
          call={() => deleteSubmission(decision.submission.id)}
          changed={decided}
          done={() => ({
            title: "Submission deleted",
            description: `${decision.submission.productName} was deleted.`,
          })}
          onClose={onClose}
        />
      ) : null}
    </>
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

/** The decision to confirm, with its submission. */
type Decision = { kind: "approve" | "reject" | "delete"; submission: QueuedSubmission };

interface SubmissionRowProps {
  submission: QueuedSubmission;
  decide: (decision: Decision) => void;
}

/** One submission with all its fields and the possible decisions. */
function SubmissionRow({ submission, decide }: SubmissionRowProps) {
  const { productName, website, description, type, category, logo, status, reason, notes } = fieldsOf(submission);
  const ask = (kind: Decision["kind"]) => () => decide({ kind, submission });
  return (
    <li
      className={`${panel} grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)_auto]`}
      aria-label={productName}
    >
      <ProductLogo product={{ name: productName, logo, logoColor: "" }} size="small" lazy />
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
              <Button size="small" tone="bare" onClick={ask("reject")}>
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

interface RejectDialogProps {
  submission: QueuedSubmission;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a rejection, which is sent to the submitter. */
function RejectDialog({ submission, onClose, onDone }: RejectDialogProps) {
  const { productName, email } = submission;
  const { form, text, isChanged, isSaving } = useEditor({
    opened: { reason: "" },
    save: ({ reason }) => rejectSubmission({ id: submission.id, reason }),
    onSaved: () => {
      toast({ title: "Submission rejected", description: `The submitter of ${productName} can see the reason.` });
      onDone();
      onClose();
    },
    failure: "Failed to reject submission",
  });
  return (
    <Modal
      open
      firm={isChanged}
      title={`Reject ${productName}`}
      description={
        email === "" ? "The submitter sees the reason on their status page." : "The submitter gets the reason by email."
      }
      onClose={onClose}
    >
      <form {...form} className="mt-4">
        <TextField {...text("reason")} label="Reason" required rows={4} maxLength={2000} />
        <FormActions action="Reject" doing="Rejecting..." tone="danger" isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}
