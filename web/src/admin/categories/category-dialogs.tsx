import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type CountedCategory, categoriesChanged, deleteCategory, mergeCategory } from "../../api/categories-admin";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { FormActions } from "../../kit/admin/editor";
import { CallQuestion } from "../../kit/admin/question";
import { countOf } from "../../kit/count";
import { Field } from "../../kit/field";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";

/** The open dialog and its category; null if none is open. */
export type CategoryQuestion = { kind: "merge" | "delete"; category: CountedCategory } | null;

interface CategoryDialogsProps {
  question: CategoryQuestion;
  categories: CountedCategory[];
  onClose: () => void;
}

/** The dialogs that confirm merging or deleting a category. */
export function CategoryDialogs({ question, categories, onClose }: CategoryDialogsProps) {
  if (question === null) return null;
  const { kind, category } = question;
  if (kind === "delete") return <DeleteQuestion category={category} onClose={onClose} />;
  const others = categories.filter(({ id }) => id !== category.id);
  return <MergeDialog category={category} others={others} onClose={onClose} />;
}

function DeleteQuestion({ category, onClose }: { category: CountedCategory; onClose: () => void }) {
  return (
    <CallQuestion
      title={`Delete ${category.name}?`}
      description="No tools use this category. Its URL will stop working."
      failure="Failed to delete category"
      call={() => deleteCategory(category.id)}
      changed={categoriesChanged}
      done={() => ({ title: "Category deleted", description: `${category.name} was deleted.` })}
      onClose={onClose}
    />
  );
}

interface MergeDialogProps {
  category: CountedCategory;
  /** The categories that it can be merged into. */
  others: CountedCategory[];
  onClose: () => void;
}

/** Asks for the target of a merge and describes the outcome first. */
function MergeDialog({ category, others, onClose }: MergeDialogProps) {
  const [into, setInto] = useState<CountedCategory>();
  const merge = useMerge(category, onClose);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (into && !merge.isPending) merge.mutate({ id: category.id, into: into.id });
  };
  const error = merge.error
    ? (fieldMessage(merge.error, "into") ?? sentenceOf(merge.error, "Failed to merge category"))
    : undefined;
  return (
    <Modal
      open
      title={`Merge ${category.name}`}
      description="Moves its tools and deletes this category."
      onClose={onClose}
    >
      <form onSubmit={onSubmit} className="mt-4">
        <Field label="Merge into" required error={error}>
          {(control) => (
            <select
              {...control}
              className="input text-ellipsis"
              value={into?.id ?? ""}
              onChange={(event) => setInto(others.find(({ id }) => String(id) === event.currentTarget.value))}
            >
              <option value="" disabled>
                Choose a category
              </option>
              {others.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name} ({countOf(count, "tool")})
                </option>
              ))}
            </select>
          )}
        </Field>
        <p
          aria-live="polite"
          className="p-3 border border-hairline rounded-lg text-muted text-[0.8125rem] leading-5 text-pretty"
        >
          {into ? outcome(category, into) : "Choose a category to preview."}
        </p>
        <FormActions
          action="Merge"
          doing="Merging..."
          tone="danger"
          isSending={merge.isPending}
          disabled={!into}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

function useMerge(category: CountedCategory, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: mergeCategory,
    onSuccess: async (merged) => {
      await categoriesChanged(queries);
      toast({ title: "Categories merged", description: `${category.name} was merged into ${merged.name}.` });
      onDone();
    },
  });
}

/** Describes the outcome of a merge. A tool in both categories counts once, so the new total is an upper bound. */
function outcome(from: CountedCategory, into: CountedCategory): string {
  const effect = `${from.name} is deleted, and its URL redirects to ${into.name}.`;
  if (from.count === 0) return `No tools move. ${effect}`;
  const most = countOf(from.count + into.count, "tool");
  const moved = from.count === 1 ? "1 tool moves" : `${countOf(from.count, "tool")} move`;
  return `${moved} to ${into.name} (${countOf(into.count, "tool")} now, up to ${most} after). ${effect}`;
}
