import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { Move } from "../../kit/admin/order";
import { ReorderArea } from "../../kit/admin/reorder-area";
import { useReorder } from "../../kit/admin/use-reorder";
import type { useSelection } from "../../kit/admin/use-selection";
import { useVisitCourses } from "../visits/use-visit-courses";
import { RowShape } from "./product-face";
import { ProductRow, type RowActions } from "./product-row";
import { rowKeys } from "./row-keys";
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
