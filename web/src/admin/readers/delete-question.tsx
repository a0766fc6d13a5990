import { useQueryClient } from "@tanstack/react-query";
import { deleteReader, type Reader, readersChanged } from "../../api/readers";
import { CallConfirmation } from "../../kit/admin/call-confirmation";
import { formatCount } from "../../kit/count";
import { toast } from "../../kit/toast";

/** Asks before a reader is deleted, and says what goes with them. */
export function DeleteQuestion({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const queries = useQueryClient();
  const { email, favorites, submissions } = reader;
  return (
    <CallConfirmation
      danger
      title="Delete this account?"
      description={
        <>
          <bdi className="block font-medium text-text wrap-anywhere">{email}</bdi>
          <span className="mt-2 block">
            The account, its saved tools ({formatCount(favorites)}) and submissions ({formatCount(submissions)}) are
            deleted for good. Approved tools stay listed. The reader can sign up again.
          </span>
        </>
      }
      action="Delete"
      doing="Deleting..."
      failure="Couldn't delete this account"
      call={() => deleteReader(reader.id)}
      onSuccess={() => {
        toast({ title: "Account deleted", description: "Everything of theirs is deleted with it." });
        void readersChanged(queries);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
