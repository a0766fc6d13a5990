import { useQueryClient } from "@tanstack/react-query";
import { undoChange } from "../../api/admin-products";
import { productRestored } from "../../api/audit";
import { toast } from "../../components/toast";
import { countOf } from "../../ui/count";
import { CallConfirmation } from "../call-confirmation";

interface UndoQuestionProps {
  /** The version of the catalogue after the change. */
  version: number;
  /** What was changed, if it was no product: "collection" or "verdict". */
  what: string | undefined;
  onClose: () => void;
}

/** Confirms that a change of many products, a collection or a verdict is undone. */
export function UndoQuestion({ version, what, onClose }: UndoQuestionProps) {
  const queries = useQueryClient();
  return (
    <CallConfirmation
      title="Undo this change?"
      description={
        what
          ? `The ${what} will be as it was before. If it has changed since, nothing is undone.`
          : "Visitors will see every product as it was before, and products that were added go to the trash. If any of them has changed since, nothing is undone."
      }
      action="Undo"
      doing="Undoing..."
      failure="Failed to undo the change"
      call={() => undoChange(version)}
      onSuccess={async ({ restored }) => {
        onClose();
        const outcome = what ? `The ${what} is as it was before.` : `${countOf(restored, "product")} restored`;
        toast({ title: "Change undone", description: outcome });
        await productRestored(queries);
      }}
      onClose={onClose}
    />
  );
}
