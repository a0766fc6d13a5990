import { IconTrash, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { StatePanel } from "../../kit/admin/list";
import { MenuAction, RowMenu } from "../../kit/admin/row-menu";
import { SelectAll } from "../../kit/admin/selection";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import type { BulkField } from "./bulk-dialog";
import type { ListSelection } from "./list-selection";
import type { Column } from "./list-view";

interface ListHeadProps {
  /** How many products there are, and how many of them are listed. */
  all: number;
  total: number;
  /** The rows that are loaded. */
  loaded: readonly { id: number }[];
  columns: readonly Column[];
  /** Undefined where no product can be selected. */
  selection: ListSelection | undefined;
  isSaving: boolean;
  /** Whether what is shown is still searched for. */
  isSearching: boolean;
  onBulk: (field: BulkField) => void;
}

/** Above the rows: the number of products, or of selected ones with the bulk actions. */
export function ListHead({ all: of, total, loaded, columns, selection, onBulk, ...states }: ListHeadProps) {
  const { isSaving, isSearching } = states;
  const clear = selection?.clear;
  const all = useRef<HTMLInputElement>(null);
  const clearAll = () => {
    clear?.();
    all.current?.focus(); // the button disappears with the selection
  };
  const isAny = selection !== undefined && selection.count > 0;
  const count = formatCount(selection?.count ?? 0);
  const ofThem = selection && isAny ? selectedOf(selection, loaded, total) : "";
  return (
    <div className="product-row product-head" data-selected={isAny || undefined}>
      <div className="row-check">{selection ? <SelectAll box={all} selection={selection} count={total} /> : null}</div>
      <div className="row-product">
        <span aria-hidden="true" className={isAny ? "md:hidden" : undefined}>
          Product
        </span>
        <p role="status" className="tabular-nums">
          {isAny ? (
            <span className="max-md:sr-only">{count + ofThem}</span>
          ) : isSearching ? (
            "Searching…"
          ) : (
            <Shown total={of} shown={total} />
          )}
          {isSaving ? <span className="ml-3 text-dim">Saving…</span> : null}
        </p>
      </div>
      {isAny
        ? null
        : columns.map((column) => (
            <span key={column} aria-hidden="true" className={`row-${column.toLowerCase()}`}>
              {column}
            </span>
          ))}
      {isAny ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
        <div role="group" aria-label="Change the selected products" className="bulk-bar">
          <Button size="small" tone="bare" className="max-md:px-3" onClick={clearAll}>
            <IconX size={16} aria-hidden="true" /> <span className="max-md:sr-only">Clear selection</span>
          </Button>
          <p aria-hidden="true" className="mr-auto min-w-0 text-text tabular-nums leading-4.5 md:hidden">
            <b>{count}</b>
            {ofThem}
          </p>
          <div className="flex gap-1.5 max-md:hidden">
            {fields.map(({ field, label }) => (
              <Button key={field} size="small" onClick={() => onBulk(field)}>
                {label}
              </Button>
            ))}
          </div>
          <div className="md:hidden">
            <RowMenu label="Change…" isNamed>
              {fields.map(({ field, label }) => (
                <MenuAction key={field} onClick={() => onBulk(field)}>
                  {label}
                </MenuAction>
              ))}
            </RowMenu>
          </div>
          <Button size="small" tone="danger" onClick={() => onBulk("delete")}>
            <IconTrash size={16} aria-hidden="true" /> Delete
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
  { field: "status", label: "Status" },
  { field: "isFeatured", label: "Featured" },
  { field: "hasDeal", label: "Deal" },
];

/** How many products are shown. The list's heading has the number of all. */
function Shown({ total, shown }: { total: number; shown: number }) {
  if (shown === total) return <span className="sr-only">{countOf(total, "product")}</span>;
  return `${formatCount(shown)} of ${countOf(total, "product")}`;
}

/** What follows the number of selected products. Which of them the filters hide is known once all rows are loaded. */
function selectedOf({ selected, isWhole }: ListSelection, loaded: readonly { id: number }[], total: number): string {
  const inSight = new Set(loaded.map(({ id }) => id));
  const isKnown = !isWhole && loaded.length >= total;
  const hidden = isKnown ? selected.filter(({ id }) => !inSight.has(id)).length : 0;
  return hidden > 0 ? ` selected, ${formatCount(hidden)} of them hidden` : " selected";
}

/** The toolbar above the rows, sticky on wide windows. */
export const listTop = "z-10 bg-background pt-1 md:sticky md:top-15 lg:top-0";

/** Shown when no product matches the filters. */
export function NothingShown({ onClear }: { onClear: () => void }) {
  return (
    <StatePanel title="No products match your search" text="Try other words, or clear the filters.">
      <Button onClick={onClear}>Clear search and filters</Button>
    </StatePanel>
  );
}
