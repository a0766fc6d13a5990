import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { Move } from "../reorder/order";
import { ReorderArea } from "../reorder/reorder-area";
import { useCarry } from "../reorder/use-carry";
import { useVisitCourses } from "../visits/use-visit-courses";
import { RowShape } from "./product-face";
import { ProductRow, type RowActions } from "./product-row";
import { rowKeys } from "./row-keys";
import { type FocusSpot, spotOf, useRowFocus } from "./use-row-focus";
import { useRows } from "./use-rows";
import type { useSelection } from "./use-selection";

interface ProductListProps {
  shown: AdminProduct[];
  selection: ReturnType<typeof useSelection>;
  actions: RowActions;
  onMove: (move: Move) => void;
  /** How others give the focus to a row. */
  focusSpot: RefObject<FocusSpot | null>;
}

/** The products in their order, of which only those in sight are drawn; each can be carried to another place. */
export function ProductList({ shown, selection, actions, onMove, focusSpot }: ProductListProps) {
  const list = useRef<HTMLOListElement>(null);
  const carrying = useCarry(shown, onMove);
  const visitsOf = useVisitCourses();
  const { carry, preview, pickUp, hold, drop, cancel } = carrying;
  const { rows, height, total, scrollTo, focused } = useRows(list, preview, carry?.id);
  const { select, isSelected, toggleAll, clear, share } = selection;
  const selectAll = () => share === "all" || toggleAll();
  const { focus, onFocus } = useRowFocus(list, preview, scrollTo);
  const onKeyDown = rowKeys({ products: preview, focus, select, selectAll, clear });
  useImperativeHandle(focusSpot, () => focus, [focus]);
  const heldAt = carry?.by === "keys" ? carry.place : null;
  useEffect(() => {
    if (heldAt !== null) scrollTo(heldAt);
  }, [heldAt, scrollTo]);

  const placeAt = (middle: number) => {
    const top = list.current?.getBoundingClientRect().top;
    return top === undefined ? undefined : Math.floor((middle - top) / height);
  };
  return (
    <ReorderArea
      carrying={carrying}
      noun="product"
      placeAt={placeAt}
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
        data-carrying={carry ? "" : undefined}
        style={{ height: total }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          focused.current = spotOf(event.target)?.id ?? null;
          onFocus(event);
        }}
      >
        {rows.map(({ product, place, top }) => (
          <ProductRow
            key={product.id}
            product={product}
            place={place}
            count={shown.length}
            top={top}
            isSelected={isSelected(product.id)}
            visits={visitsOf(product.id)}
            carriedBy={carry?.id === product.id ? carry.by : undefined}
            pickUp={pickUp}
            hold={hold}
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
