import type { KeyboardEvent } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { Reach } from "../../kit/admin/use-selection";
import { type FocusSpot, spotOf } from "./use-row-focus";

interface RowKeys {
  products: readonly AdminProduct[];
  focus: FocusSpot;
  select: (id: number, reach: Reach) => void;
  selectAll: () => void;
  clear: () => void;
}

/**
 * Handles keys in the rows: arrow keys, Home and End move to the same control of another row, and with Shift select
 * rows on the way; Ctrl+A selects all shown rows, Escape deselects all.
 */
export function rowKeys({ products, focus, select, selectAll, clear }: RowKeys) {
  return (event: KeyboardEvent) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) selectAll();
    else if (event.key === "Escape") clear();
    else {
      const position = products.findIndex(({ id }) => id === spot.id);
      const target = products[destination(event, position, products.length - 1)];
      if (!target) return;
      if (event.shiftKey) for (const id of [spot.id, target.id]) select(id, "add");
      focus({ ...spot, id: target.id });
    }
    event.preventDefault();
  };
}

/** Returns the position that a key moves to; -1 if it does not move. */
function destination(event: KeyboardEvent, position: number, last: number): number {
  if (event.ctrlKey || event.metaKey || event.altKey) return -1;
  switch (event.key) {
    case "ArrowDown":
      return Math.min(position + 1, last);
    case "ArrowUp":
      return Math.max(position - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return -1;
  }
}
