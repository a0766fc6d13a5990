import { IconTrash, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "../../ui/button";
import { countOf, formatCount } from "../../ui/count";
import type { BulkField } from "./bulk";
import type { useSelection } from "./use-selection";

interface ListHeadProps {
  total: number;
  shown: readonly { id: number }[];
  selection: ReturnType<typeof useSelection>;
  isSaving: boolean;
  onBulk: (field: BulkField) => void;
}

/** Above the rows: how many there are, or how many are selected and what can be done with them. */
export function ListHead({ total, shown, selection, isSaving, onBulk }: ListHeadProps) {
  const { selected, clear } = selection;
  const all = useRef<HTMLInputElement>(null);
  const clearAll = () => {
    clear();
    all.current?.focus(); // the button goes with the selection
  };
  return (
    <div className="list-head">
      <SelectAll box={all} selection={selection} count={shown.length} />
      <p role="status" className="list-count">
        {selected.length > 0 ? selectedOf(selected, shown) : shownOf(total, shown.length)}
        {isSaving ? <span className="saving">Saving…</span> : null}
      </p>
      {selected.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
        <div role="group" aria-label="Change the selected products" className="bulk-bar">
          <span aria-hidden="true" className="bulk-count">
            {formatCount(selected.length)}
          </span>
          {fields.map(({ field, label }) => (
            <Button key={field} size="small" onClick={() => onBulk(field)}>
              {label}
            </Button>
          ))}
          <Button size="small" tone="danger" onClick={() => onBulk("delete")}>
            <IconTrash size={16} aria-hidden="true" /> Delete
          </Button>
          <Button size="small" tone="bare" onClick={clearAll}>
            <IconX size={16} aria-hidden="true" /> Clear selection
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const fields: { field: BulkField; label: string }[] = [
  { field: "categories", label: "Categories" },
  { field: "type", label: "Type" },
  { field: "section", label: "Section" },
  { field: "isFeatured", label: "Featured" },
  { field: "hasDeal", label: "Deal" },
];

const shownOf = (total: number, shown: number) =>
  shown === total ? countOf(total, "product") : `${formatCount(shown)} of ${countOf(total, "product")}`;

function selectedOf(selected: readonly { id: number }[], shown: readonly { id: number }[]): string {
  const inSight = new Set(shown.map(({ id }) => id));
  const hidden = selected.filter(({ id }) => !inSight.has(id)).length;
  const count = `${formatCount(selected.length)} selected`;
  return hidden > 0 ? `${count}, ${formatCount(hidden)} of them hidden` : count;
}

interface SelectAllProps {
  box: RefObject<HTMLInputElement | null>;
  selection: ReturnType<typeof useSelection>;
  count: number;
}

function SelectAll({ box, selection: { share, toggleAll }, count }: SelectAllProps) {
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === "some";
  });
  return (
    <label className="check-area">
      <input
        ref={box}
        type="checkbox"
        className="check"
        aria-label={`Select all ${countOf(count, "product")} shown`}
        checked={share === "all"}
        disabled={count === 0}
        onChange={toggleAll}
      />
    </label>
  );
}
