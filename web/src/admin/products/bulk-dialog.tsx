import { type FormEvent, type ReactNode, useState } from "react";
import type { AdminProduct, BulkChange } from "../../api/admin-products";
import { FormActions } from "../../kit/admin/form-actions";
import { Question } from "../../kit/admin/question";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { type BulkField, type CategoryMode, categoryChange, withoutCategory } from "./bulk";
import { CategoryChoice } from "./category-choice";
import { sections, types } from "./list-toolbar";

interface BulkDialogProps {
  field: BulkField;
  products: AdminProduct[];
  /** All categories. */
  categories: string[];
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

/** Asks for the new value of the selected products and says how many they are. */
export function BulkDialog(props: BulkDialogProps) {
  const { field } = props;
  if (field === "delete") return <DeleteMany {...props} />;
  return field === "categories" ? <ChangeCategories {...props} /> : <ChangeOne {...props} field={field} />;
}

function DeleteMany({ products, onChange, onClose }: BulkDialogProps) {
  const count = countOf(products.length, "product");
  return (
    <Question
      title={`Are you sure you want to delete ${products.length === 1 ? "this product" : `these ${count}`}?`}
      description="They go to the trash and can be restored for 30 days."
      danger
      action={`Delete ${count}`}
      onClose={onClose}
      onConfirm={() => onChange({ delete: true })}
    />
  );
}

type Single = Exclude<BulkField, "categories" | "delete">;

/** A value that a field can get, with its label. */
interface Value {
  label: string;
  change: BulkChange;
}

/** The fields that have one of a few values. */
const singles: Record<Single, { name: string; values: Value[] }> = {
  type: { name: "type", values: types.map((type) => ({ label: type, change: { type } })) },
  section: { name: "section", values: sections.map((section) => ({ label: section, change: { section } })) },
  isFeatured: {
    name: "“Featured” mark",
    values: [
      { label: "Featured", change: { isFeatured: true } },
      { label: "Not featured", change: { isFeatured: false } },
    ],
  },
  hasDeal: {
    name: "“Deal” mark",
    values: [
      { label: "Deal", change: { hasDeal: true } },
      { label: "No deal", change: { hasDeal: false } },
    ],
  },
};

function ChangeOne({ field, products, onChange, onClose }: BulkDialogProps & { field: Single }) {
  const { name, values } = singles[field];
  const [chosen, setChosen] = useState("");
  const value = values.find(({ label }) => label === chosen);
  return (
    <ChangeForm
      title={`Change the ${name} of ${countOf(products.length, "product")}`}
      action={`Change ${countOf(products.length, "product")}`}
      isReady={value !== undefined}
      onSubmit={() => value && onChange(value.change)}
      onClose={onClose}
    >
      <Choice
        legend="New value"
        name="value"
        required
        options={values.map(({ label }) => label)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
    </ChangeForm>
  );
}

const modes: CategoryMode[] = ["Add", "Remove", "Replace"];

const modeHints: Record<CategoryMode, string> = {
  Add: "Their current categories stay.",
  Remove: "Their other categories stay.",
  Replace: "These replace all their current categories.",
};

function ChangeCategories({ products, categories, onChange, onClose }: BulkDialogProps) {
  const [mode, setMode] = useState<CategoryMode>("Add");
  const [names, setNames] = useState<string[]>([]);
  const bare = mode === "Remove" ? withoutCategory(products, names).length : 0;
  return (
    <ChangeForm
      title={`Change the categories of ${countOf(products.length, "product")}`}
      action={`Change ${countOf(products.length, "product")}`}
      isReady={names.length > 0 && bare === 0}
      onSubmit={() => onChange(categoryChange(mode, names))}
      onClose={onClose}
    >
      <Choice
        legend="What to do with the chosen categories"
        name="mode"
        options={modes}
        hint={modeHints[mode]}
        chosen="Add"
        onChange={(event) => setMode(event.currentTarget.value as CategoryMode)}
      />
      <CategoryChoice
        names={mode === "Remove" ? [...new Set(products.flatMap((product) => product.categories))].sort() : categories}
        chosen={names}
        onChange={setNames}
        mayCreate={mode !== "Remove"}
      />
      <p role="status">{bare > 0 ? `${countOf(bare, "product")} would have no category.` : null}</p>
    </ChangeForm>
  );
}

interface ChangeFormProps {
  title: string;
  action: string;
  isReady: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function ChangeForm({ title, action, isReady, onSubmit, onClose, children }: ChangeFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <Modal open title={title} onClose={onClose}>
      <form onSubmit={submit} className="mt-4">
        {children}
        <FormActions action={action} disabled={!isReady} onCancel={onClose} />
      </form>
    </Modal>
  );
}
