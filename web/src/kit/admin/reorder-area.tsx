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
import type { ReactNode } from "react";
import { reorderHelpId } from "./handle";
import type { Reorderable, Reordering } from "./use-reorder";

/** How far the pointer moves before a drag begins, in pixels. */
export const dragDistance = 8;

interface ReorderAreaProps<T extends Reorderable> {
  reordering: Reordering<T>;
  /** The name of a row's object, such as "product". */
  noun: string;
  /** Returns the position at this y coordinate of the viewport, or undefined outside the list. */
  indexAt: (middle: number) => number | undefined;
  /** Renders the row that follows the pointer. */
  lifted: (one: T) => ReactNode;
  children: ReactNode;
}

/** The area in which rows are dragged by their handles. It announces each step. */
export function ReorderArea<T extends Reorderable>({
  reordering,
  noun,
  indexAt,
  lifted,
  children,
}: ReorderAreaProps<T>) {
  const { drag, preview, announcement, pickUp, dragTo, drop, cancel } = reordering;
  const indexBelow = ({ active }: DragMoveEvent) => {
    const { translated } = active.rect.current;
    return translated ? indexAt(translated.top + translated.height / 2) : undefined;
  };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const dragged = drag?.by === "pointer" ? preview[drag.position] : undefined;
  return (
    <DndContext
      sensors={useSensors(useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }))}
      modifiers={onlyUpAndDown}
      autoScroll={autoScroll}
      accessibility={announcedElsewhere}
      onDragStart={({ active }) => pickUp(Number(active.id), "pointer")}
      onDragMove={(event) => dragTo(indexBelow(event))}
      onDragEnd={(event) => drop(indexBelow(event))}
      onDragCancel={cancel}
    >
      <p id={reorderHelpId} hidden>
        Press Enter or Space to pick the {noun} up, the arrow keys to move it, Enter to drop it, Escape to cancel.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      {children}
      <DragOverlay dropAnimation={isStill ? null : settling}>{dragged ? lifted(dragged) : null}</DragOverlay>
    </DndContext>
  );
}

const settling = { duration: 180, easing: "cubic-bezier(0, 0, 0.2, 1)" };

const onlyUpAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** The page scrolls while an item is dragged near the viewport's upper or lower edge. */
const autoScroll = { threshold: { x: 0, y: 0.18 }, layoutShiftCompensation: false };

const silent = () => undefined;
const announcements: Announcements = {
  onDragStart: silent,
  onDragMove: silent,
  onDragOver: silent,
  onDragEnd: silent,
  onDragCancel: silent,
};
/** The list itself announces drags, with the same words for pointer and keyboard. */
const announcedElsewhere = { announcements, screenReaderInstructions: { draggable: "" }, restoreFocus: false };
