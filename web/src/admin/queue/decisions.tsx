import { useQueryClient } from "@tanstack/react-query";
import {
  approveSubmission,
  decideSubmissions,
  deleteSubmission,
  type QueuedSubmission,
  queueChanged,
} from "../../api/queue";
import { FormActions, TextField, useEditor } from "../../kit/admin/editor";
import { CallQuestion } from "../../kit/admin/question";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { ProductDialog } from "../product-dialog/product-dialog";
import { noValues, type ProductValues } from "../product-dialog/product-values";

/** A decision to confirm. */
export type Decision =
  | { kind: "approve" | "delete"; submission: QueuedSubmission }
  | { kind: "approveAll" | "reject"; submissions: QueuedSubmission[] };

interface DecisionsProps {
  decision: Decision | null;
  /** Reasons of earlier rejections. */
  reasons: string[];
  onClose: () => void;
  /** Called when several were decided. */
  onDecided: () => void;
}

/** The dialog of a decision. */
export function Decisions({ decision, reasons, onClose, onDecided }: DecisionsProps) {
  const queries = useQueryClient();
  const decided = () => void queueChanged(queries);
  const approving = decision?.kind === "approve" ? decision.submission : undefined;
  const decidedAll = () => {
    onDecided();
    return queueChanged(queries);
  };
  return (
    <>
      <ProductDialog
        open={approving !== undefined}
        draft={
          approving && {
            title: "Approve Submission",
            values: valuesOfSubmission(approving),
            save: (input) => approveSubmission(approving.id, input),
          }
        }
        onClose={onClose}
        onSaved={decided}
      />
      {decision?.kind === "approveAll" ? (
        <CallQuestion
          title={`Approve ${countOf(decision.submissions.length, "submission")}?`}
          description="Each becomes a published tool as it was submitted, and its submitter is notified."
          action="Approve"
          doing="Approving..."
          failure="Failed to approve the submissions"
          call={() => decideSubmissions({ ids: idsOf(decision.submissions), status: "approved" })}
          changed={decidedAll}
          done={({ decided }) => ({ title: "Success", description: `${countOf(decided, "tool")} added` })}
          onClose={onClose}
        />
      ) : null}
      {decision?.kind === "reject" ? (
        <RejectDialog
          submissions={decision.submissions}
          reasons={reasons}
          onClose={onClose}
          onDone={() => void decidedAll()}
        />
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

const idsOf = (submissions: QueuedSubmission[]) => submissions.map(({ id }) => id);

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

interface RejectDialogProps {
  submissions: QueuedSubmission[];
  reasons: string[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a rejection, which is sent to the submitters. Earlier reasons are at hand. */
function RejectDialog({ submissions, reasons, onClose, onDone }: RejectDialogProps) {
  const [{ productName } = { productName: "" }] = submissions;
  const isOne = submissions.length === 1;
  const { form, text, change, isChanged, isSaving } = useEditor({
    opened: { reason: "" },
    save: ({ reason }) => decideSubmissions({ ids: idsOf(submissions), status: "rejected", reason }),
    onSaved: () => {
      const description = isOne
        ? `The submitter of ${productName} can see the reason.`
        : `${countOf(submissions.length, "submission")} rejected. Their submitters can see the reason.`;
      toast({ title: isOne ? "Submission rejected" : "Submissions rejected", description });
      onDone();
      onClose();
    },
    failure: isOne ? "Failed to reject submission" : "Failed to reject the submissions",
  });
  return (
    <Modal
      open
      firm={isChanged}
      title={`Reject ${isOne ? productName : countOf(submissions.length, "submission")}`}
      description={
        isOne ? toldOf(submissions) : "The submitters get the reason by email or see it on their status pages."
      }
      onClose={onClose}
    >
      <form {...form} className="mt-4">
        <TextField {...text("reason")} label="Reason" required rows={4} maxLength={2000} />
        {reasons.length > 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
          <div role="group" aria-label="Reasons used before" className="mt-3 flex flex-wrap gap-2">
            {reasons.map((reason) => (
              <Button
                key={reason}
                size="small"
                tone="bare"
                className="max-w-full border border-hairline text-left"
                onClick={() => change({ reason })}
              >
                <span className="truncate">{reason}</span>
              </Button>
            ))}
          </div>
        ) : null}
        <FormActions action="Reject" doing="Rejecting..." tone="danger" isSending={isSaving} onCancel={onClose} />
      </form>
    </Modal>
  );
}

const toldOf = ([submission]: QueuedSubmission[]) =>
  submission?.email === ""
    ? "The submitter sees the reason on their status page."
    : "The submitter gets the reason by email.";
