import type { QueuedSubmission } from "../../api/queue";
import { TypeBadge } from "../../components/type-badge";
import { Button } from "../../ui/button";

/** What is being decided about which submission. */
export type Decision = { kind: "approve" | "reject" | "delete"; submission: QueuedSubmission };

interface SubmissionRowProps {
  submission: QueuedSubmission;
  decide: (decision: Decision) => void;
}

/** One submission with all that its sender said, and what can be decided. */
export function SubmissionRow({ submission, decide }: SubmissionRowProps) {
  const { productName, website, description, type, category, status, reason, notes } = fieldsOf(submission);
  const ask = (kind: Decision["kind"]) => () => decide({ kind, submission });
  return (
    <li className="queue-item" aria-label={productName}>
      <div className="queue-head">
        <h2 className="queue-name">{productName}</h2>
        <TypeBadge type={type} />
        <span className="queue-category">{category}</span>
      </div>
      <a href={website} target="_blank" rel="noopener noreferrer" className="queue-website">
        {website}
      </a>
      <p className="queue-text">{description}</p>
      {notes === "" ? null : (
        <p className="queue-note">
          <span>Note to you:</span> {notes}
        </p>
      )}
      {reason === "" ? null : (
        <p className="queue-note">
          <span>Reason:</span> {reason}
        </p>
      )}
      <p className="queue-facts">{factsOf(submission)}</p>
      <div className="queue-actions">
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
          <a href={`/products/${encodeURIComponent(submission.productSlug)}`} className="queue-link">
            View in the directory
          </a>
        )}
      </div>
    </li>
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

/** When it came and was decided, by whom, and how its sender hears of it. */
function factsOf({ createdAt, decidedAt, decidedBy, status, email, mail }: QueuedSubmission): string {
  const facts = [`Submitted on ${dayOf(createdAt)} by ${email === "" ? "someone without an email address" : email}`];
  if (status !== "pending") facts.push(`${status} on ${dayOf(decidedAt)} by ${decidedBy}`);
  if (mails[mail] !== "") facts.push(mails[mail]);
  return `${facts.join("; ")}.`;
}
