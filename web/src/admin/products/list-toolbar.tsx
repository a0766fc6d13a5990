import { IconTrash, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useRef } from "react";
import { type AdminProduct, sections, statuses, types } from "../../api/admin-products";
import { StatePanel } from "../../kit/admin/list";
import { countedBy, endsSoon, hasNoLogo, type ListFilters } from "../../kit/admin/list-filters";
import { MenuAction, RowMenu } from "../../kit/admin/row-menu";
import { SelectAll, type useSelection } from "../../kit/admin/selection";
import { type Status, statusLabels } from "../../kit/admin/status";
import { typeLabel } from "../../kit/badge";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { useSlashKey } from "../../kit/slash-key";
import { type BulkField, maxNamed } from "./bulk-dialog";

interface ListToolbarProps {
  products: AdminProduct[];
  filters: ListFilters;
  change: (part: Partial<ListFilters>) => void;
}

const filterPill =
  "inline-flex min-h-11 items-center gap-1.5 rounded-4xl border border-line bg-background px-3.5 font-medium text-[0.8125rem] text-muted transition-[color] hover:text-text";

/** The search field and filters of the list. */
export function ListToolbar({ products, filters, change }: ListToolbarProps) {
  const bySection = useMemo(() => countedBy(products, sections, ({ section }) => section), [products]);
  const byType = useMemo(() => countedBy(products, types, ({ type }) => type), [products]);
  const byStatus = useMemo(
    () => countedBy(products, statuses, ({ status }) => status).filter(({ count }) => count > 0),
    [products],
  );
  const ending = useMemo(() => products.filter((product) => endsSoon(product, Date.now())).length, [products]);
  const withoutLogo = useMemo(() => products.filter(hasNoLogo).length, [products]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <div role="search" className="flex flex-col gap-2 md:flex-row md:items-center">
      <SearchField text={filters.search} report={(search) => change({ search })} />
      <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:flex-none sm:-mx-6 sm:px-6 md:m-0 md:p-0 md:overflow-visible">
        <Filter
          label="Section"
          all="All sections"
          value={filters.section}
          options={bySection}
          choose={(section) => change({ section })}
        />
        <Filter
          label="Type"
          all="All types"
          value={filters.type}
          options={byType}
          choose={(type) => change({ type })}
        />
        {byStatus.length > 1 || filters.status !== "" ? (
          <Filter
            label="Status"
            all="All statuses"
            value={filters.status}
            options={byStatus}
            nameOf={(status) => statusLabels[status as Status] ?? status}
            choose={(status) => change({ status })}
          />
        ) : null}
        <button
          type="button"
          className={`${filterPill} aria-pressed:border-muted aria-pressed:bg-raised-2 aria-pressed:text-text`}
          aria-pressed={filters.missingLogo}
          onClick={() => change({ missingLogo: !filters.missingLogo })}
        >
          No logo <span className="menu-count">{formatCount(withoutLogo)}</span>
        </button>
        {ending > 0 || filters.endsSoon ? (
          <button
            type="button"
            className={`${filterPill} aria-pressed:border-muted aria-pressed:bg-raised-2 aria-pressed:text-text`}
            aria-pressed={filters.endsSoon}
            onClick={() => change({ endsSoon: !filters.endsSoon })}
          >
            Ends soon <span className="menu-count">{formatCount(ending)}</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}

interface FilterProps {
  label: string;
  all: string;
  value: string;
  options: { name: string; count: number }[];
  nameOf?: (name: string) => string;
  choose: (value: string) => void;
}

function Filter({ label, all, value, options, nameOf = typeLabel, choose }: FilterProps) {
  const isKnown = value === "" || options.some(({ name }) => name === value);
  return (
    <select
      aria-label={label}
      className={`${filterPill} filter-select max-w-full appearance-none pr-8 text-ellipsis field-sizing-content data-chosen:border-muted data-chosen:bg-raised-2 data-chosen:text-text`}
      data-chosen={value === "" ? undefined : ""}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(({ name, count }) => (
        <option key={name} value={name}>{`${nameOf(name)} · ${formatCount(count)}`}</option>
      ))}
      {isKnown ? null : <option value={value}>{`${value} · 0`}</option>}
    </select>
  );
}

/** Filters the list while typing. Slash focuses it; Esc clears it, and then leaves it. */
function SearchField({ text, report }: { text: string; report: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(field);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") event.currentTarget.blur();
    else report("");
  };
  return (
    <div className="search-box min-w-0 md:flex-1">
      <input
        ref={field}
        type="search"
        value={text}
        onChange={(event) => report(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        maxLength={200}
        placeholder="Name, category, website..."
        aria-label="Search products"
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
      />
      <span aria-hidden="true" className="key-hint">
        /
      </span>
    </div>
  );
}

interface ListHeadProps {
  total: number;
  shown: readonly { id: number }[];
  /** Undefined where no product can be selected. */
  selection: ReturnType<typeof useSelection> | undefined;
  isSaving: boolean;
  /** Whether what is shown is still searched for. */
  isSearching: boolean;
  /** Whether more products are selected than one call can change. */
  isTooMany: boolean;
  onBulk: (field: BulkField) => void;
}

/** Above the rows: the number of products, or of selected ones with the bulk actions. */
export function ListHead({ total, shown, selection, onBulk, ...states }: ListHeadProps) {
  const { isSaving, isSearching, isTooMany } = states;
  const { selected = [], clear } = selection ?? {};
  const all = useRef<HTMLInputElement>(null);
  const clearAll = () => {
    clear?.();
    all.current?.focus(); // the button disappears with the selection
  };
  const isAny = selected.length > 0;
  const count = formatCount(selected.length);
  const ofThem = selectedOf(selected, shown);
  return (
    <div className="product-row product-head" data-selected={isAny || undefined}>
      <div className="row-check">
        {selection ? <SelectAll box={all} selection={selection} count={shown.length} /> : null}
      </div>
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
            <Shown total={total} shown={shown.length} />
          )}
          {isTooMany ? <span className="ml-3 text-dim">{tooMany}</span> : null}
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
              <Button key={field} size="small" disabled={isTooMany} onClick={() => onBulk(field)}>
                {label}
              </Button>
            ))}
          </div>
          <div className="md:hidden">
            <RowMenu label="Change…" isNamed>
              {fields.map(({ field, label }) => (
                <MenuAction key={field} disabled={isTooMany} onClick={() => onBulk(field)}>
                  {label}
                </MenuAction>
              ))}
            </RowMenu>
          </div>
          <Button size="small" tone="danger" disabled={isTooMany} onClick={() => onBulk("delete")}>
            <IconTrash size={16} aria-hidden="true" /> Delete
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const columns = ["Section", "Clicks", "Order"];

const tooMany = `To change them, select all that are shown, or at most ${formatCount(maxNamed)}.`;

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

/** What follows the number of selected products. */
function selectedOf(selected: readonly { id: number }[], shown: readonly { id: number }[]): string {
  const inSight = new Set(shown.map(({ id }) => id));
  const hidden = selected.filter(({ id }) => !inSight.has(id)).length;
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
