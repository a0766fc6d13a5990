import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { Move } from "../../kit/admin/order";
import { ReorderArea } from "../../kit/admin/reorder-area";
import { useReorder } from "../../kit/admin/use-reorder";
import type { Reach, useSelection } from "../../kit/admin/use-selection";
import { useVisitCourses } from "../visits/use-visit-courses";
import { RowShape } from "./product-face";
import { ProductRow, type RowActions } from "./product-row";
import { type FocusSpot, spotOf, useRowFocus } from "./use-row-focus";
import { useRows } from "./use-rows";

interface ProductListProps {
  shown: AdminProduct[];
  selection: ReturnType<typeof useSelection>;
  actions: RowActions;
  onMove: (move: Move) => void;
  /** Lets the parent focus a row. */
  focusSpot: RefObject<FocusSpot | null>;
}

/** The products in order. Only visible rows are rendered; each can be dragged to another position. */
export function ProductList({ shown, selection, actions, onMove, focusSpot }: ProductListProps) {
  const list = useRef<HTMLOListElement>(null);
  const reordering = useReorder(shown, onMove);
  const visitsOf = useVisitCourses();
  const { drag, preview, pickUp, dragTo, drop, cancel } = reordering;
  const { rows, height, total, scrollTo, focused } = useRows(list, preview, drag?.id);
  const { select, isSelected, toggleAll, clear, share } = selection;
  const selectAll = () => share === "all" || toggleAll();
  const { focus, onFocus } = useRowFocus(list, preview, scrollTo);
  const onKeyDown = rowKeys({ products: preview, focus, select, selectAll, clear });
  useImperativeHandle(focusSpot, () => focus, [focus]);
  const dragIndex = drag?.by === "keys" ? drag.position : null;
  useEffect(() => {
    if (dragIndex !== null) scrollTo(dragIndex);
  }, [dragIndex, scrollTo]);

  const indexAt = (middle: number) => {
    const top = list.current?.getBoundingClientRect().top;
    return top === undefined ? undefined : Math.floor((middle - top) / height);
  };
  return (
    <ReorderArea
      reordering={reordering}
      noun="product"
      indexAt={indexAt}
      lifted={(product) => (
        <div className="product-row lifted-row" aria-hidden="true">
          <RowShape product={product} visits={visitsOf(product.id)} />
        </div>
      )}
    >
      <ol
        ref={list}
        aria-label="Products"
        className="product-rows"
        data-dragging={drag ? "" : undefined}
        style={{ height: total }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          focused.current = spotOf(event.target)?.id ?? null;
          onFocus(event);
        }}
      >
        {rows.map(({ product, index, top }) => (
          <ProductRow
            key={product.id}
            product={product}
            position={index}
            count={shown.length}
            top={top}
            isSelected={isSelected(product.id)}
            visits={visitsOf(product.id)}
            draggedBy={drag?.id === product.id ? drag.by : undefined}
            pickUp={pickUp}
            dragTo={dragTo}
            drop={drop}
            cancel={cancel}
            select={select}
            actions={actions}
          />
        ))}
      </ol>
    </ReorderArea>
  );
}

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
function rowKeys({ products, focus, select, selectAll, clear }: RowKeys) {
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
