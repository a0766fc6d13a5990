import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { type QueuedSubmission, rejectSubmission } from "../../api/queue";
import { FormActions } from "../../kit/admin/form-actions";
import { Field } from "../../kit/field";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";

interface RejectDialogProps {
  submission: QueuedSubmission;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a rejection, which is sent to the submitter. */
export function RejectDialog({ submission, onClose, onDone }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const reject = useMutation({
    mutationFn: rejectSubmission,
    onSuccess: () => {
      toast({
        title: "Submission rejected",
        description: `The sender of ${submission.productName} can see the reason.`,
      });
      onDone();
      onClose();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!reject.isPending) reject.mutate({ id: submission.id, reason });
  };
  const mistake = reject.error
    ? (fieldMessage(reject.error, "reason") ?? sentenceOf(reject.error, "Failed to reject submission"))
    : undefined;
  return (
    <Modal
      open
      firm={reason !== ""}
      title={`Reject ${submission.productName}`}
      description={
        submission.email === ""
          ? "The sender sees the reason on their status page."
          : "The sender gets the reason by email."
      }
      onClose={onClose}
    >
      <form onSubmit={onSubmit} noValidate className="mt-4">
        <Field label="Reason" required error={mistake}>
          {(wiring) => (
            <textarea
              {...wiring}
              className="input"
              rows={4}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <FormActions
          action="Reject"
          doing="Rejecting..."
          tone="danger"
          isSending={reject.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
