import type { ReactNode } from "react";
import { dayOf, momentOf } from "./days";
import { panel } from "./styles";
import { useDebounced } from "./use-debounced";

// What the lists of people are made of: readers with an account, and subscribers.

/** The screen of both lists. */
export const peoplePath = "/admin/readers";

/** The layout of a row and of the table's head. */
export const personRow =
  "grid gap-x-6 gap-y-2 px-5 py-4 min-[64rem]:col-span-full min-[64rem]:grid-cols-subgrid min-[64rem]:items-center min-[64rem]:py-2";

interface PeopleTableProps {
  label: string;
  /** The columns on wide windows; the rows share their widths. */
  columns: string;
  head: ReactNode;
  /** The list is of the search before; the new one is loading. */
  isStale: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A list of people: a table on wide windows, cards on narrow ones. */
export function PeopleTable({ label, columns, head, isStale, children }: PeopleTableProps) {
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
        {children}
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

/** How long after the last key the server is asked, in milliseconds. */
const typingPause = 200;

/** Returns the text once it has not changed for a moment; an empty one at once. */
export function useSettled(text: string) {
  const settled = useDebounced(text, typingPause);
  return text === "" ? text : settled;
}
