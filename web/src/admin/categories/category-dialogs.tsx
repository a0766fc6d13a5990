import { useQueryClient } from "@tanstack/react-query";
import { type CountedCategory, categoriesChanged, deleteCategory, mergeCategory } from "../../api/categories-admin";
import { FormActions, SelectField, useEditor } from "../../kit/admin/editor";
import { CallQuestion } from "../../kit/admin/question";
import { countOf } from "../../kit/count";
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
  const queries = useQueryClient();
  const { form, values, text, isSaving } = useEditor({
    opened: { into: "" },
    save: ({ into }) => mergeCategory({ id: category.id, into: Number(into) }),
    onSaved: async (merged) => {
      await categoriesChanged(queries);
      toast({ title: "Categories merged", description: `${category.name} was merged into ${merged.name}.` });
      onClose();
    },
    failure: "Failed to merge category",
  });
  const into = others.find(({ id }) => String(id) === values.into);
  return (
    <Modal
      open
      title={`Merge ${category.name}`}
      description="Moves its tools and deletes this category."
      onClose={onClose}
    >
      <form {...form} className="mt-4">
        <SelectField
          {...text("into")}
          label="Merge into"
          className="text-ellipsis"
          options={[
            ["", "Choose a category"],
            ...others.map(({ id, name, count }) => [String(id), `${name} (${countOf(count, "tool")})`] as const),
          ]}
        />
        <p
          aria-live="polite"
          className="mt-3 p-3 border border-hairline rounded-lg text-muted text-[0.8125rem] leading-5 text-pretty"
        >
          {into ? outcome(category, into) : "Choose a category to preview."}
        </p>
        <FormActions
          action="Merge"
          doing="Merging..."
          tone="danger"
          isSending={isSaving}
          disabled={!into}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** Describes the outcome of a merge. A tool in both categories counts once, so the new total is an upper bound. */
function outcome(from: CountedCategory, into: CountedCategory): string {
  const effect = `${from.name} is deleted, and its URL redirects to ${into.name}.`;
  if (from.count === 0) return `No tools move. ${effect}`;
  const most = countOf(from.count + into.count, "tool");
  const moved = from.count === 1 ? "1 tool moves" : `${countOf(from.count, "tool")} move`;
  return `${moved} to ${into.name} (${countOf(into.count, "tool")} now, up to ${most} after). ${effect}`;
}
