import { type EntryState, productRestored, restoreProduct } from "../../api/audit";
import { CallQuestion } from "../../kit/admin/question";

interface RestoreQuestionProps {
  id: number;
  /** The state to restore; without it, the product is restored from the trash. */
  to?: EntryState;
  name: string;
  /** What will happen, in a sentence. */
  description: string;
  onClose: () => void;
}

/** Confirms that an earlier state of a product is restored. */
export function RestoreQuestion({ id, to, name, description, onClose }: RestoreQuestionProps) {
  const when = to ? ` to the version ${to.state} the change` : "";
  return (
    <CallQuestion
      title={`Restore ${name}?`}
      description={description}
      action="Restore"
      doing="Restoring..."
      failure="Failed to restore product"
      call={() => restoreProduct({ id, to })}
      changed={(queries) => void productRestored(queries)}
      done={(product) => ({ title: "Product restored", description: `${product.name} was restored${when}.` })}
      onClose={onClose}
    />
  );
}
