import {
  type Announcements,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { useVisitCourses } from "../visits/use-visit-courses";
import type { Move } from "./order";
import { RowShape } from "./product-face";
import { carryHelpId, ProductRow, type RowActions } from "./product-row";
import { rowKeys } from "./row-keys";
import { useCarry } from "./use-carry";
import { type FocusSpot, spotOf, useRowFocus } from "./use-row-focus";
import { useRows } from "./use-rows";
import type { useSelection } from "./use-selection";

/** How far the pointer moves before a drag begins, in pixels. */
export const dragDistance = 8;

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
  const { carry, preview, said, pickUp, hold, drop, cancel } = carrying;
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

  /** The place that the middle of the carried row is over. */
  const placeBelow = ({ active }: DragMoveEvent) => {
    const { translated } = active.rect.current;
    const top = list.current?.getBoundingClientRect().top;
    if (!translated || top === undefined) return undefined;
    return Math.floor((translated.top + translated.height / 2 - top) / height);
  };
  return (
    <DndContext
      sensors={useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }))}
      modifiers={onlyUpAndDown}
      autoScroll={autoScroll}
      accessibility={saidElsewhere}
      onDragStart={({ active }) => pickUp(Number(active.id), "pointer")}
      onDragMove={(event) => hold(placeBelow(event))}
      onDragEnd={(event) => drop(placeBelow(event))}
      onDragCancel={cancel}
    >
      <p id={carryHelpId} hidden>
        Press Enter or Space to pick the product up, the arrow keys to move it, Enter to drop it, Escape to put it back.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
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
      <Lifted product={carry?.by === "pointer" ? preview[carry.place] : undefined} />
    </DndContext>
  );
}

/** The row that the pointer has taken out of the list. When it is dropped, it settles where it now belongs. */
function Lifted({ product }: { product: AdminProduct | undefined }) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return (
    <DragOverlay dropAnimation={isStill ? null : settling}>
      {product ? (
        <div className="product-row lifted-row" aria-hidden="true">
          <RowShape product={product} />
        </div>
      ) : null}
    </DragOverlay>
  );
}

const settling = { duration: 180, easing: "cubic-bezier(0, 0, 0.2, 1)" };

const onlyUpAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** The page goes on by itself when a product is held near its upper or lower edge. */
const autoScroll = { threshold: { x: 0, y: 0.18 }, layoutShiftCompensation: false };

const silent = () => undefined;
const announcements: Announcements = {
  onDragStart: silent,
  onDragMove: silent,
  onDragOver: silent,
  onDragEnd: silent,
  onDragCancel: silent,
};
/** The list tells of a carried product itself, in the same words for pointer and keys. */
const saidElsewhere = { announcements, screenReaderInstructions: { draggable: "" }, restoreFocus: false };
