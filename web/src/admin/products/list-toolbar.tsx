import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef } from "react";
import type { ProductListQuery } from "../../api/admin-products";
import { countedCategoriesQuery } from "../../api/categories-admin";
import type { ProductCounts } from "../../api/schema.gen";
import type { ListFilters } from "../../kit/admin/list-filters";
import { type Status, statusLabels } from "../../kit/admin/status";
import { typeLabel } from "../../kit/badge";
import { formatCount } from "../../kit/count";
import { useSlashKey } from "../../kit/slash-key";
import type { Column } from "./list-view";
import { ViewMenu } from "./view-menu";

interface ListToolbarProps {
  filters: ListFilters;
  change: (part: Partial<ListFilters>) => void;
  /** How many products have which value; undefined until that is read. */
  counts: ProductCounts | undefined;
  columns: readonly Column[];
  toggleColumn: (column: Column) => void;
}

const filterPill =
  "inline-flex min-h-11 items-center gap-1.5 rounded-4xl border border-line bg-background px-3.5 font-medium text-[0.8125rem] text-muted transition-[color] hover:text-text";

/** The search field, the filters and the sort of the list. */
export function ListToolbar({ filters, change, counts, columns, toggleColumn }: ListToolbarProps) {
  const { data: categories = [] } = useQuery(countedCategoriesQuery());
  const statuses = (counts?.statuses ?? []).filter(({ count }) => count > 0);
  const mark = filters.featured ? "featured" : filters.deal ? "deal" : "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <div role="search" className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <SearchField text={filters.search} report={(search) => change({ search })} />
        <ViewMenu {...{ filters, change, columns, toggleColumn }} />
      </div>
      <div className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:flex-none sm:-mx-6 sm:px-6 lg:m-0 lg:flex-wrap lg:overflow-visible lg:p-0">
        <Filter
          label="Section"
          all="All sections"
          value={filters.section}
          options={counts?.sections}
          choose={(section) => change({ section })}
        />
        <Filter
          label="Type"
          all="All types"
          value={filters.type}
          options={(counts?.types ?? []).filter(({ value, count }) => value !== "Unknown" || count > 0)}
          choose={(type) => change({ type })}
        />
        {statuses.length > 1 || filters.status !== "" ? (
          <Filter
            label="Status"
            all="All statuses"
            value={filters.status}
            options={statuses}
            nameOf={(status) => statusLabels[status as Status] ?? status}
            choose={(status) => change({ status })}
          />
        ) : null}
        <Filter
          label="Category"
          all="All categories"
          value={filters.category}
          options={categories.map(({ name, count }) => ({ value: name, count }))}
          nameOf={(name) => name}
          choose={(category) => change({ category })}
        />
        <Filter
          label="Mark"
          all="Any mark"
          value={mark}
          options={[{ value: "featured" }, { value: "deal" }]}
          nameOf={(mark) => (mark === "deal" ? "Deal" : "Featured")}
          choose={(mark) => change({ featured: mark === "featured", deal: mark === "deal" })}
        />
        <Filter
          label="Needs"
          all="Needs anything"
          value={filters.needs}
          options={needsOf(counts)}
          nameOf={(need) => needNames[need] ?? need}
          choose={(needs) => change({ needs })}
        />
        <button
          type="button"
          className={`${filterPill} aria-pressed:border-muted aria-pressed:bg-raised-2 aria-pressed:text-text`}
          aria-pressed={filters.missingLogo}
          onClick={() => change({ missingLogo: !filters.missingLogo })}
        >
          No logo <span className="menu-count">{formatCount(counts?.missingLogo ?? 0)}</span>
        </button>
        <Filter
          label="Sort"
          all="By order"
          value={filters.sort}
          options={sorts.map((value) => ({ value }))}
          nameOf={(sort) => sortNames[sort] ?? sort}
          choose={(sort) => change({ sort })}
        />
      </div>
    </div>
  );
}

const sorts = ["name", "newest", "changed", "clicks"];

const sortNames: Record<string, string> = {
  order: "By order",
  name: "By name",
  newest: "Newest first",
  changed: "Last changed first",
  clicks: "Most clicks first",
};

/** What a product may need, as `catalog.Needs` on the server. */
const needNames: Record<NonNullable<ProductListQuery["needs"]>, string> & Record<string, string> = {
  price: "No price",
  text: "Short description",
  "same-website": "Website of another",
  "same-name": "Name of another",
  ends: "Ends soon",
  "link-gone": "Website gone",
  "link-taken_over": "Website taken over",
  "link-parked": "Website parked",
  "link-moved": "Website moved",
  "link-refused": "Website couldn't be read",
};

/** The needs; those that the server counts with their number. */
function needsOf(counts: ProductCounts | undefined): Option[] {
  const counted = new Map(counts?.needs.map(({ value, count }) => [value, count]));
  return Object.keys(needNames).map((value) => ({ value, count: counted.get(value) }));
}

/** A value that can be chosen, and how many products have it. */
interface Option {
  value: string;
  count?: number | undefined;
}

interface FilterProps {
  label: string;
  all: string;
  value: string;
  options: Option[] | undefined;
  nameOf?: (name: string) => string;
  choose: (value: string) => void;
}

function Filter({ label, all, value, options = [], nameOf = typeLabel, choose }: FilterProps) {
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <select
      aria-label={label}
      className={`${filterPill} filter-select max-w-full appearance-none pr-8 text-ellipsis field-sizing-content data-chosen:border-muted data-chosen:bg-raised-2 data-chosen:text-text`}
      data-chosen={value === "" ? undefined : ""}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(({ value, count }) => (
        <option key={value} value={value}>
          {count === undefined ? nameOf(value) : `${nameOf(value)} · ${formatCount(count)}`}
        </option>
      ))}
      {isKnown ? null : <option value={value}>{`${nameOf(value)} · 0`}</option>}
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
