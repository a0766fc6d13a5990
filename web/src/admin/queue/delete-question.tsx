import { useMutation } from "@tanstack/react-query";
import { sentenceOf } from "../../api/fault";
import { deleteSubmission, type QueuedSubmission } from "../../api/queue";
import { toast } from "../../components/toast";
import { Confirmation } from "../../ui/confirmation";

interface DeleteQuestionProps {
  submission: QueuedSubmission;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a submission is removed, which cannot be undone. */
export function DeleteQuestion({ submission, onClose, onDone }: DeleteQuestionProps) {
  const remove = useMutation({
    mutationFn: () => deleteSubmission(submission.id),
    onSuccess: () => {
      toast({ title: "Submission deleted", description: `${submission.productName} was deleted from the queue.` });
      onDone();
      onClose();
    },
  });
  return (
    <Confirmation
      open
      danger
      title="Are you sure you want to delete this submission?"
      description={`${submission.productName} is deleted for good, and its sender isn't notified. If it was approved, the tool stays listed.`}
      action="Delete"
      doing="Deleting..."
      busy={remove.isPending}
      error={remove.error ? sentenceOf(remove.error, "Failed to delete submission") : undefined}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  );
}
