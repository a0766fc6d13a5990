import type { QueuedSubmission } from "../../api/queue";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { TypeBadge } from "../../kit/tools/type-badge";

/** The decision to confirm, with its submission. */
export type Decision = { kind: "approve" | "reject" | "delete"; submission: QueuedSubmission };

interface SubmissionRowProps {
  submission: QueuedSubmission;
  decide: (decision: Decision) => void;
}

/** The frame of a submission, which its placeholder shares. */
export const queueItem = `${panel} min-w-0 px-6 py-5 wrap-anywhere`;

/** One submission with all its fields and the possible decisions. */
export function SubmissionRow({ submission, decide }: SubmissionRowProps) {
  const { productName, website, description, type, category, status, reason, notes } = fieldsOf(submission);
  const ask = (kind: Decision["kind"]) => () => decide({ kind, submission });
  return (
    <li className={queueItem} aria-label={productName}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-display text-[1.5rem]">{productName}</h2>
        <TypeBadge type={type} />
        <span className="text-muted text-[0.8125rem]">{category}</span>
      </div>
      <a
        href={website}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center min-h-11 text-muted text-[0.875rem] underline underline-offset-3"
      >
        {website}
      </a>
      <p className="max-w-208 text-[0.9375rem] leading-[1.55] line-clamp-4 whitespace-pre-line">{description}</p>
      {notes === "" ? null : <Note label="Note to you" text={notes} />}
      {reason === "" ? null : <Note label="Reason" text={reason} />}
      <p className="mt-3 text-dim text-[0.8125rem]">{factsOf(submission)}</p>
      <div className="flex flex-wrap items-center gap-2 mt-4">
        {status === "approved" ? null : (
          <Button size="small" tone={status === "pending" ? "brass" : "quiet"} onClick={ask("approve")}>
            {status === "pending" ? "Approve" : "Approve anyway"} <span className="sr-only">{productName}</span>
          </Button>
        )}
        {status === "pending" ? (
          <Button size="small" onClick={ask("reject")}>
            Reject <span className="sr-only">{productName}</span>
          </Button>
        ) : null}
        <Button size="small" tone="bare" onClick={ask("delete")}>
          Delete <span className="sr-only">{productName}</span>
        </Button>
        {submission.productSlug === "" ? null : (
          <a
            href={`/products/${encodeURIComponent(submission.productSlug)}`}
            className="inline-flex items-center min-h-11 px-3 text-muted text-[0.8125rem] underline underline-offset-3"
          >
            View in the directory
          </a>
        )}
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

const dayOf = (time: string) => new Date(time).toLocaleDateString("en", { dateStyle: "medium" });

/** When it was submitted and decided, by whom, and whether its sender was notified. */
function factsOf({ createdAt, decidedAt, decidedBy, status, email, mail }: QueuedSubmission): string {
  const facts = [`Submitted on ${dayOf(createdAt)} by ${email === "" ? "someone without an email address" : email}`];
  if (status !== "pending") facts.push(`${status} on ${dayOf(decidedAt)} by ${decidedBy}`);
  if (mails[mail] !== "") facts.push(mails[mail]);
  return `${facts.join("; ")}.`;
}
