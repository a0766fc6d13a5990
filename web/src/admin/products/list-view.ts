import { useState } from "react";

/** The columns that can be left out, in their order. */
export const allColumns = ["Category", "Section", "Added", "Clicks", "Order"] as const;

export type Column = (typeof allColumns)[number];

/** What is in localStorage: the columns that are left out. */
const storageKey = "vitrine_list_columns";

/** The columns of the list, as they were last chosen in this browser. */
export function useColumns() {
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    (localStorage.getItem(storageKey) ?? "Category,Added").split(","),
  );
  const toggle = (column: Column) => {
    const next = hidden.includes(column) ? hidden.filter((name) => name !== column) : [...hidden, column];
    localStorage.setItem(storageKey, next.join());
    setHidden(next);
  };
  return [allColumns.filter((column) => !hidden.includes(column)), toggle] as const;
}

/** The widths of the columns that can be left out, as products.css takes them: those that are shown have their own. */
export function columnStyle(columns: readonly Column[]): Record<string, string> {
  const widths: Record<Column, string> = { Category: "11rem", Section: "", Added: "7rem", Clicks: "", Order: "" };
  return Object.fromEntries(
    allColumns.flatMap((column) => {
      const width = columns.includes(column) ? widths[column] : "0rem";
      return width === "" ? [] : [[`--${column.toLowerCase()}-column`, width]];
    }),
  );
}

/** A list of filters by its name. */
export interface SavedView {
  name: string;
  /** The query of its address. */
  query: string;
}

const viewsKey = "vitrine_list_views";

/** How many views can be saved, and how long their names are. */
export const maxViews = 20;
export const maxViewName = 40;

/** The views that were saved in this browser. */
export function useSavedViews() {
  const [views, setViews] = useState(readViews);
  const store = (next: SavedView[]) => {
    localStorage.setItem(viewsKey, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    /** Saves a view; one with its name is replaced. */
    save: (view: SavedView) => store([...views.filter(({ name }) => name !== view.name), view].slice(-maxViews)),
    remove: (view: SavedView) => store(views.filter((other) => other !== view)),
  };
}

function readViews(): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(viewsKey) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((view) => typeof view?.name === "string" && typeof view.query === "string")
      : [];
  } catch {
    return []; // something else wrote it
  }
}
