import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { AdminProduct, BulkChange } from "../../api/admin-products";
import { countedBy, hasNoLogo, type ListFilters } from "../../kit/admin/list-filters";
import { formatCount } from "../../kit/count";
import { typeLabel } from "../../kit/tools/type-badge";

interface ListToolbarProps {
  products: AdminProduct[];
  filters: ListFilters;
  change: (part: Partial<ListFilters>) => void;
}

/** The values that the form offers. Imported products may have others, which are offered if there are any. */
export const types: NonNullable<BulkChange["type"]>[] = ["Free", "Freemium", "Premium"];
export const sections: NonNullable<BulkChange["section"]>[] = ["Our Products", "Recommended AI Products"];

const filterPill =
  "inline-flex h-11 items-center gap-1.5 rounded-4xl border border-line bg-background px-3.5 font-medium text-[0.8125rem] text-muted transition-[color] hover:text-text md:h-10";

/** The search field and filters of the list. */
export function ListToolbar({ products, filters, change }: ListToolbarProps) {
  const bySection = useMemo(() => countedBy(products, sections, ({ section }) => section), [products]);
  const byType = useMemo(() => countedBy(products, types, ({ type }) => type), [products]);
  const withoutLogo = useMemo(() => products.filter(hasNoLogo).length, [products]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <div role="search" className="flex flex-wrap items-center gap-2">
      <SearchField text={filters.search} report={(search) => change({ search })} />
      <div className="flex flex-wrap items-center gap-2">
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
        <button
          type="button"
          className={`${filterPill} aria-pressed:border-muted aria-pressed:bg-raised-2 aria-pressed:text-text`}
          aria-pressed={filters.missingLogo}
          onClick={() => change({ missingLogo: !filters.missingLogo })}
        >
          No logo <span className="menu-count">{formatCount(withoutLogo)}</span>
        </button>
      </div>
    </div>
  );
}

interface FilterProps {
  label: string;
  all: string;
  value: string;
  options: { name: string; count: number }[];
  choose: (value: string) => void;
}

function Filter({ label, all, value, options, choose }: FilterProps) {
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
        <option key={name} value={name}>{`${typeLabel(name)} · ${formatCount(count)}`}</option>
      ))}
      {isKnown ? null : <option value={value}>{`${value} · 0`}</option>}
    </select>
  );
}

/** Filters the list while typing. Slash focuses it; Esc clears it, and then leaves it. */
function SearchField({ text, report }: { text: string; report: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") event.currentTarget.blur();
    else report("");
  };
  return (
    <div className="search-box min-w-0 flex-[1_1_18rem]">
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
