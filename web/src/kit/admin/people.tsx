import type { ComponentProps, ReactNode } from "react";
import { dayOf, momentOf } from "./days";
import { Loaded, LoadingRows, MoreButton } from "./list";
import { panel } from "./styles";

// What the lists of people are made of: readers with an account, and subscribers.

/** The screen of both lists. */
export const peoplePath = "/admin/readers";

/** The layout of a row and of the table's head. */
export const personRow =
  "grid gap-x-6 gap-y-2 px-5 py-4 min-[64rem]:col-span-full min-[64rem]:grid-cols-subgrid min-[64rem]:items-center min-[64rem]:py-2";

interface PeopleListProps {
  /** The pages of the list. While a new search is loading, they are those of the one before. */
  query: ComponentProps<typeof MoreButton>["list"] & ComponentProps<typeof Loaded>["query"];
  /** Who they are: "readers". */
  what: string;
  label: string;
  /** The columns on wide windows; the rows share their widths. */
  columns: string;
  head: ReactNode;
  /** Shown in place of an empty list. */
  empty: ReactNode;
  rows: ReactNode[];
}

/** A list of people, page by page: a table on wide windows, cards on narrow ones. */
export function PeopleList({ query, what, empty, rows, ...table }: PeopleListProps) {
  return (
    <>
      <Loaded query={query} failure={`Couldn't load ${what}`} loading={<LoadingRows what={what} />}>
        {() => (rows.length > 0 ? <Table {...table} rows={rows} isStale={query.isPlaceholderData} /> : empty)}
      </Loaded>
      <MoreButton list={query} what={what} />
    </>
  );
}

interface TableProps extends Pick<PeopleListProps, "label" | "columns" | "head" | "rows"> {
  isStale: boolean;
}

function Table({ label, columns, head, isStale, rows }: TableProps) {
  return (
    <div
      className={`${panel} mt-4 overflow-hidden min-[64rem]:grid ${columns} transition-opacity ${isStale ? "opacity-60" : ""}`}
      aria-busy={isStale}
    >
      <div
        aria-hidden="true"
        className={`${personRow} border-hairline border-b py-2.5! text-[0.75rem] text-dim max-[64rem]:hidden`}
      >
        {head}
      </div>
      <ul
        aria-label={label}
        className="divide-y divide-hairline min-[64rem]:col-span-full min-[64rem]:grid min-[64rem]:grid-cols-subgrid"
      >
        {rows}
      </ul>
    </div>
  );
}

/** A number or a day of a row, with its label on narrow windows. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="tabular-nums whitespace-nowrap min-[64rem]:nth-[n+3]:text-right">
      <span className="block text-[0.75rem] text-dim min-[64rem]:sr-only">{label} </span>
      {children}
    </p>
  );
}

/** A day; its tooltip has the time. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentOf(at)}>
      {dayOf(at)}
    </time>
  );
}

/** Returns the query of a list's filters, with its question mark; what is as in `none` is left out. */
export function queryOf<Filters extends object>(filters: Filters, none: Filters, tab = ""): string {
  const chosen = Object.entries(filters).filter(([key, value]) => value !== none[key as keyof Filters]);
  const words = new URLSearchParams(chosen.map(([key, value]) => [key, String(value)]));
  if (tab !== "") words.set("tab", tab);
  return words.size === 0 ? "" : `?${words}`;
}
