import { useQueryClient } from "@tanstack/react-query";
import { undoChange } from "../../api/admin-products";
import { toast } from "../../components/toast";
import { countOf } from "../../ui/count";
import { CallConfirmation } from "../call-confirmation";

interface UndoQuestionProps {
  /** The version of the catalogue after the change. */
  version: number;
  /** What was changed, if it was no product: "Collection" or "Settings". */
  what: string | undefined;
  onClose: () => void;
}

/** Confirms that a change of many products, or of what is no product, is undone. */
export function UndoQuestion({ version, what, onClose }: UndoQuestionProps) {
  const queries = useQueryClient();
  return (
    <CallConfirmation
      title="Undo this change?"
      description={
        what
          ? "Visitors will see what was there before this change. If it has changed since, nothing is undone."
          : "Visitors will see every product as it was before, and products that were added go to the trash. If any of them has changed since, nothing is undone."
      }
      action="Undo"
      doing="Undoing..."
      failure="Failed to undo the change"
      call={() => undoChange(version)}
      onSuccess={async ({ restored }) => {
        onClose();
        toast({ title: "Change undone", description: `${what ?? countOf(restored, "product")} restored` });
        await queries.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}
