import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type EntryState, productRestored, restoreProduct } from "../../api/audit";
import { sentenceOf } from "../../api/fault";
import { toast } from "../../components/toast";
import { Confirmation } from "../../ui/confirmation";

interface RestoreQuestionProps {
  id: number;
  /** The state that the product goes back to; without it, it comes out of the trash. */
  to?: EntryState;
  name: string;
  /** What will happen, in a sentence. */
  description: string;
  onClose: () => void;
}

/** Asks before a product goes back to what it was. */
export function RestoreQuestion({ id, to, name, description, onClose }: RestoreQuestionProps) {
  const queries = useQueryClient();
  const when = to ? ` to its state ${to.state} the change` : "";
  const restore = useMutation({
    mutationFn: restoreProduct,
    onSuccess: async (product) => {
      onClose();
      toast({ title: "Product restored", description: `${product.name} was restored${when}.` });
      await productRestored(queries);
    },
  });
  return (
    <Confirmation
      open
      title={`Restore ${name}?`}
      description={description}
      action="Restore"
      doing="Restoring..."
      busy={restore.isPending}
      error={restore.error ? sentenceOf(restore.error, "Failed to restore product") : undefined}
      onClose={onClose}
      onConfirm={() => restore.mutate({ id, to })}
    />
  );
}
