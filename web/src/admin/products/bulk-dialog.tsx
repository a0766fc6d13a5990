import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { type AdminProduct, sections, statuses, types } from "../../api/admin-products";
import { countedCategoriesQuery } from "../../api/categories-admin";
import type { BulkChange } from "../../api/schema.gen";
import { FormActions } from "../../kit/admin/editor";
import { Question } from "../../kit/admin/question";
import { checkStyle } from "../../kit/admin/selection";
import { statusLabels, zone } from "../../kit/admin/status";
import { optionRow } from "../../kit/admin/styles";
import { TimeField } from "../../kit/admin/time-field";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { fold } from "../../kit/fold";
import { Modal } from "../../kit/modal";

interface BulkDialogProps {
  field: BulkField;
  /** The selected products: of a whole list, those that are loaded. */
  products: AdminProduct[];
  /** How many are selected. */
  count: number;
  /** Whether a whole list is selected. */
  isWhole: boolean;
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

/** Asks for the new value of the selected products and says how many they are. */
export function BulkDialog(props: BulkDialogProps) {
  const { field } = props;
  if (field === "delete") return <DeleteMany {...props} />;
  return field === "categories" ? <ChangeCategories {...props} /> : <ChangeOne {...props} field={field} />;
}

function DeleteMany({ count: number, onChange, onClose }: BulkDialogProps) {
  const count = countOf(number, "product");
  return (
    <Question
      title={`Are you sure you want to delete ${number === 1 ? "this product" : `these ${count}`}?`}
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
  /** The time that belongs to it. */
  time?: { field: "publishAt" | "featuredUntil"; label: string; required?: true };
}

/** The fields that have one of a few values. */
const singles: Record<Single, { name: string; legend: string; values: Value[] }> = {
  type: { name: "type", legend: "Type", values: types.map((type) => ({ label: type, change: { type } })) },
  section: {
    name: "section",
    legend: "Section",
    values: sections.map((section) => ({ label: section, change: { section } })),
  },
  status: {
    name: "status",
    legend: "Status",
    values: statuses.map((status) => ({
      label: statusLabels[status],
      change: { status },
      ...(status === "scheduled" && { time: { field: "publishAt", label: "Publish at", required: true } }),
    })),
  },
  isFeatured: {
    name: "“Featured” mark",
    legend: "Mark",
    values: [
      {
        label: "Featured",
        change: { isFeatured: true },
        time: { field: "featuredUntil", label: "Featured until" },
      },
      { label: "Not featured", change: { isFeatured: false } },
    ],
  },
  hasDeal: {
    name: "“Deal” mark",
    legend: "Mark",
    values: [
      { label: "Deal", change: { hasDeal: true } },
      { label: "No deal", change: { hasDeal: false } },
    ],
  },
};

function ChangeOne({ field, count, onChange, onClose }: BulkDialogProps & { field: Single }) {
  const { name, legend, values } = singles[field];
  const [chosen, setChosen] = useState("");
  const [at, setAt] = useState("");
  const value = values.find(({ label }) => label === chosen);
  const time = value?.time;
  return (
    <ChangeForm
      title={`Change the ${name} of ${countOf(count, "product")}`}
      action={`Change ${countOf(count, "product")}`}
      isReady={value !== undefined && (!time?.required || at !== "")}
      onSubmit={() => value && onChange({ ...value.change, ...(time && at !== "" && { [time.field]: at }) })}
      onClose={onClose}
    >
      <Choice
        legend={legend}
        name="value"
        required
        options={values.map(({ label }) => label)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {time ? (
        <TimeField
          name={time.field}
          label={time.label}
          required={time.required}
          hint={`In your time zone, ${zone}.`}
          value={at}
          change={setAt}
        />
      ) : null}
    </ChangeForm>
  );
}

const modes: CategoryMode[] = ["Add", "Remove", "Replace"];

const modeHints: Record<CategoryMode, string> = {
  Add: "Their current categories stay.",
  Remove: "Their other categories stay.",
  Replace: "These replace all their current categories.",
};

function ChangeCategories({ products, count, isWhole, onChange, onClose }: BulkDialogProps) {
  const { data: counted = [] } = useQuery(countedCategoriesQuery());
  const categories = counted.map(({ name }) => name);
  const [mode, setMode] = useState<CategoryMode>("Add");
  const [names, setNames] = useState<string[]>([]);
  const bare = mode === "Remove" && !isWhole ? withoutCategory(products, names).length : 0;
  return (
    <ChangeForm
      title={`Change the categories of ${countOf(count, "product")}`}
      action={`Change ${countOf(count, "product")}`}
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
        names={
          mode === "Remove" && !isWhole
            ? [...new Set(products.flatMap((product) => product.categories))].sort()
            : categories
        }
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

interface CategoryChoiceProps {
  names: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Whether a new category can be created. */
  mayCreate: boolean;
}

/** The maximum length of a category's name, in characters. */
const maxNameLength = 50;

/** A searchable list of categories with checkboxes. */
function CategoryChoice({ names, chosen, onChange, mayCreate }: CategoryChoiceProps) {
  const [text, setText] = useState("");
  const typed = text.trim();
  const all = [...chosen.filter((name) => !names.includes(name)), ...names];
  const found = all.filter((name) => fold(name).includes(fold(typed)));
  const isNew = mayCreate && typed !== "" && !all.some((name) => fold(name) === fold(typed));
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const create = () => {
    toggle(typed);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // only the button submits the form, not Enter in a half-typed name
    if (isNew) create();
    else if (found.length === 1 && found[0]) toggle(found[0]);
  };
  return (
    <div className="mt-3">
      <input
        type="search"
        className="input"
        aria-label="Search categories"
        placeholder={mayCreate ? "Search or create categories..." : "Search categories..."}
        value={text}
        maxLength={maxNameLength}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll */}
      <div
        role="group"
        aria-label="Categories"
        className="overflow-y-auto h-56 mt-2 border border-line rounded-lg overscroll-contain"
      >
        {isNew ? (
          <button
            type="button"
            className="flex min-h-11 w-full items-center px-3 text-left text-[0.875rem] wrap-anywhere hover:bg-raised-2 md:min-h-9"
            onClick={create}
          >
            Create “{typed}”
          </button>
        ) : null}
        {found.map((name) => (
          <label key={name} className={`${optionRow} w-full gap-3`}>
            <input
              type="checkbox"
              className={checkStyle}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
        {found.length === 0 && !isNew ? (
          <p className="flex min-h-11 items-center px-3 text-[0.875rem] text-muted md:min-h-9">
            No matching categories.
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** What can be changed for many products at once. */
export type BulkField = "categories" | "type" | "section" | "status" | "isFeatured" | "hasDeal" | "delete";

/** How the chosen categories are applied. */
type CategoryMode = "Add" | "Remove" | "Replace";

/** Returns the change that adds, removes or replaces categories. */
export function categoryChange(mode: CategoryMode, names: string[]): BulkChange {
  if (mode === "Add") return { addCategories: names };
  return mode === "Remove" ? { removeCategories: names } : { categories: names };
}

/** Returns the products that would be left without a category. A product needs at least one. */
export const withoutCategory = (products: readonly AdminProduct[], removed: readonly string[]) =>
  products.filter(({ categories }) => categories.every((name) => removed.includes(name)));
