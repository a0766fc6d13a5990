import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoChange } from "../../api/admin-products";
import { productRestored } from "../../api/audit";
import { sentenceOf } from "../../api/fault";
import { toast } from "../../components/toast";
import { Confirmation } from "../../ui/confirmation";
import { countOf } from "../../ui/count";

interface UndoQuestionProps {
  /** The version of the catalogue that the change led to. */
  version: number;
  onClose: () => void;
}

/** Asks before a change of many products is undone. */
export function UndoQuestion({ version, onClose }: UndoQuestionProps) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: undoChange,
    onSuccess: async ({ restored }) => {
      onClose();
      toast({ title: "Change undone", description: `${countOf(restored, "product")} restored` });
      await productRestored(queries);
    },
  });
  return (
    <Confirmation
      open
      title="Undo this change?"
      description="Visitors will see every product as it was before, and products that were added go to the trash. If any of them has changed since, nothing is undone."
      action="Undo"
      doing="Undoing..."
      busy={undo.isPending}
      error={undo.error ? sentenceOf(undo.error, "Failed to undo the change") : undefined}
      onClose={onClose}
      onConfirm={() => undo.mutate(version)}
    />
  );
}
