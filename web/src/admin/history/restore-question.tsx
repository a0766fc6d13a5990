import { useMutation, useQueryClient } from "@tanstack/react-query";
import { productRestored, restoreProduct } from "../../api/audit";
import { sentenceOf } from "../../api/fault";
import { toast } from "../../components/toast";
import { Confirmation } from "../../ui/confirmation";

interface RestoreQuestionProps {
  id: number;
  /** The entry to whose state the product goes back; without it, it comes out of the trash. */
  entry?: number;
  name: string;
  /** What will happen, in a sentence. */
  description: string;
  onClose: () => void;
}

/** Asks before a product goes back to what it was. */
export function RestoreQuestion({ id, entry, name, description, onClose }: RestoreQuestionProps) {
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: restoreProduct,
    onSuccess: async (product) => {
      onClose();
      toast({ title: "Product restored", description: `${product.name} is as it was.` });
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
      onConfirm={() => restore.mutate({ id, entry })}
    />
  );
}
