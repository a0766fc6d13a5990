import { IconTrash, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { listHead, SelectAll } from "../../kit/admin/check";
import type { useSelection } from "../../kit/admin/use-selection";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { type BulkField, maxNamed } from "./bulk";

interface ListHeadProps {
  total: number;
  shown: readonly { id: number }[];
  selection: ReturnType<typeof useSelection>;
  isSaving: boolean;
  /** Whether more products are selected than one call can change. */
  isTooMany: boolean;
  onBulk: (field: BulkField) => void;
}

/** Above the rows: the number of products, or of selected ones with the bulk actions. */
export function ListHead({ total, shown, selection, isSaving, isTooMany, onBulk }: ListHeadProps) {
  const { selected, clear } = selection;
  const all = useRef<HTMLInputElement>(null);
  const clearAll = () => {
    clear();
    all.current?.focus(); // the button disappears with the selection
  };
  return (
    <div className={listHead}>
      <SelectAll box={all} selection={selection} count={shown.length} />
      <p role="status" className="mr-auto pl-1 text-muted text-[0.875rem] tabular-nums">
        {selected.length > 0 ? selectedOf(selected, shown) : shownOf(total, shown.length)}
        {isTooMany ? <span className="ml-3 text-dim">{tooMany}</span> : null}
        {isSaving ? <span className="ml-3 text-dim">Saving…</span> : null}
      </p>
      {selected.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
        <div
          role="group"
          aria-label="Change the selected products"
          className="bulk-bar fixed inset-x-0 bottom-0 z-20 flex items-center gap-1.5 overflow-x-auto border-line border-t bg-raised px-4 py-2 [scrollbar-width:none] *:flex-none md:static md:border-0 md:bg-transparent md:p-1"
        >
          <span
            aria-hidden="true"
            className="min-w-11 text-text text-[1rem] font-semibold text-center tabular-nums md:hidden"
          >
            {formatCount(selected.length)}
          </span>
          {fields.map(({ field, label }) => (
            <Button key={field} size="small" disabled={isTooMany} onClick={() => onBulk(field)}>
              {label}
            </Button>
          ))}
          <Button size="small" tone="danger" disabled={isTooMany} onClick={() => onBulk("delete")}>
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

const tooMany = `To change them, select all that are shown, or at most ${formatCount(maxNamed)}.`;

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
