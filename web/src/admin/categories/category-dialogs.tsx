import { type CountedCategory, categoriesChanged, deleteCategory } from "../../api/categories-admin";
import { CallQuestion } from "../../kit/admin/question";
import { MergeDialog } from "./merge-dialog";

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
