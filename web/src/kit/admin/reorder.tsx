import {
  type Announcements,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  type Modifier,
  PointerSensor,
  useDraggable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { IconGripVertical } from "@tabler/icons-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatCount } from "../count";
import { IconButton, iconButtonStyle } from "./buttons";
import { type Move, moved, moveTo } from "./order";

/** An item that can be reordered; its name is announced. */
interface Reorderable {
  id: number;
  name: string;
}

/** A drag in progress: the item's start and current position in the shown list, from 0. */
export interface Drag {
  id: number;
  position: number;
  by: "pointer" | "keys";
}

/** A list while its items are ordered. */
export interface Reordering<T extends Reorderable = Reorderable> {
  drag: Drag | null;
  /** The list with the dragged item at its current position. */
  preview: readonly T[];
  /** The text for screen readers. */
  announcement: string;
  moves: Moves;
}

/** Picks an item up, moves it, and drops it or cancels. */
export interface Moves {
  pickUp: (id: number, by: Drag["by"]) => void;
  /** undefined: it is over no position, and stays where it was. */
  dragTo: (position: number | undefined) => void;
  /** Drops it at its current position, or at the given one. */
  drop: (position?: number) => void;
  cancel: () => void;
}

/**
 * Lets one item at a time be dragged through the list, and announces each step: `place` says where the item with this id
 * is at a position.
 */
export function useReorder<T extends Reorderable>(
  shown: readonly T[],
  onMove: (move: Move) => void,
  place: (position: number, shown: readonly T[], id: number) => string = positionText,
): Reordering<T> {
  const [storedDrag, setDrag] = useState<Drag | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const isThere = storedDrag !== null && shown.some(({ id }) => id === storedDrag.id);
  const drag = isThere ? storedDrag : null;
  const latest = useRef({ shown, drag, onMove, place });
  useEffect(() => {
    latest.current = { shown, drag, onMove, place };
  });

  const pickUp = useCallback((id: number, by: Drag["by"]) => {
    const { shown, place } = latest.current;
    const position = shown.findIndex((one) => one.id === id);
    if (position < 0) return;
    setDrag({ id, position, by });
    setAnnouncement(
      `Picked up ${nameOf(shown, id)}. ${place(position, shown, id)}.${by === "keys" ? ` ${keysHelp}` : ""}`,
    );
  }, []);

  const dragTo = useCallback((wanted: number | undefined) => {
    const { shown, drag, place } = latest.current;
    if (wanted === undefined) return;
    const position = within(shown, wanted);
    if (!drag || drag.position === position) return;
    setDrag({ ...drag, position });
    setAnnouncement(`${nameOf(shown, drag.id)}: ${place(position, shown, drag.id)}.`);
  }, []);

  const drop = useCallback((wanted?: number) => {
    const { shown, drag, onMove, place } = latest.current;
    if (!drag) return;
    const position = within(shown, wanted ?? drag.position);
    const move = moveTo(shown, drag.id, position);
    setDrag(null);
    setAnnouncement(`Dropped ${nameOf(shown, drag.id)}. ${place(position, shown, drag.id)}.`);
    if (move) onMove(move);
  }, []);

  const cancel = useCallback(() => {
    const { shown, drag, place } = latest.current;
    if (!drag) return;
    const from = shown.findIndex(({ id }) => id === drag.id);
    setDrag(null);
    setAnnouncement(`Cancelled. ${nameOf(shown, drag.id)} is back in place. ${place(from, shown, drag.id)}.`);
  }, []);

  const preview = useMemo(() => {
    const move = drag && moveTo(shown, drag.id, drag.position);
    return move ? moved(shown, move) : shown;
  }, [shown, drag]);
  const moves = useMemo(() => ({ pickUp, dragTo, drop, cancel }), [pickUp, dragTo, drop, cancel]);
  return { drag, preview, announcement, moves };
}

const within = (shown: readonly Reorderable[], position: number) => Math.max(0, Math.min(position, shown.length - 1));

const keysHelp = "Arrow keys move it, Enter drops it, Escape cancels.";

const nameOf = (shown: readonly Reorderable[], id: number) => shown.find((one) => one.id === id)?.name ?? "";

const positionText = (position: number, shown: readonly Reorderable[]) =>
  `Position ${formatCount(position + 1)} of ${formatCount(shown.length)}`;

/** How far the pointer moves before a drag begins, in pixels. */
const dragDistance = 8;

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
  const { drag, preview, announcement, moves } = reordering;
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
      onDragStart={({ active }) => moves.pickUp(Number(active.id), "pointer")}
      onDragMove={(event) => moves.dragTo(indexBelow(event))}
      onDragEnd={(event) => moves.drop(indexBelow(event))}
      onDragCancel={moves.cancel}
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

interface HandleProps {
  id: number;
  name: string;
  position: number;
  draggedBy: Drag["by"] | undefined;
  moves: Moves;
  listeners: ReturnType<typeof useDraggable>["listeners"];
}

/** How many positions Page Up and Page Down move. */
const pageOfRows = 10;

/** The handle that drags a row, with the pointer or with keys. */
export function Handle({ id, name, position, draggedBy, moves, listeners }: HandleProps) {
  const { pickUp, dragTo, drop, cancel } = moves;
  const isDragged = draggedBy === "keys";
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0) return; // the pointer is handled by the drag listeners
    if (isDragged) drop();
    else pickUp(id, "keys");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isDragged) return;
    const step = steps[event.key];
    if (step !== undefined) dragTo(position + step);
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // In some browsers, a row that moves in the document loses the focus for a moment.
  const onBlur = ({ currentTarget }: FocusEvent) =>
    queueMicrotask(() => document.activeElement === currentTarget || cancel());
  return (
    <IconButton
      data-control="move"
      label={`Move ${name}`}
      tooltip="Drag to reorder"
      Icon={IconGripVertical}
      tone="handle"
      aria-describedby={reorderHelpId}
      aria-pressed={isDragged}
      {...listeners}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onBlur={isDragged ? onBlur : undefined}
    />
  );
}

/** How far each key moves the item. Positions beyond the list are clamped. */
const steps: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -pageOfRows,
  PageDown: pageOfRows,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The id of the element that explains the keys. */
const reorderHelpId = "reorder-help";

interface DraggableRowProps extends Omit<HandleProps, "position" | "listeners"> {
  /** Its position in the shown list. */
  order: number;
  className: string;
  children: ReactNode;
}

/** A row of a list whose rows are shown in their order by CSS, with the handle that drags it. */
export function DraggableRow({ order, className, children, ...handle }: DraggableRowProps) {
  const { id, name, draggedBy } = handle;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ order }}
      aria-label={name}
      data-tool={id}
      data-dragged={draggedBy}
      className={`${className} data-dragged:bg-raised-2 data-[dragged=pointer]:opacity-40`}
    >
      <Handle {...handle} position={order} listeners={listeners} />
      {children}
    </li>
  );
}

interface LiftedRowProps {
  className: string;
  /** The class of the handle. */
  handle?: string;
  children: ReactNode;
}

/** A row while it is dragged, without controls. */
export function LiftedRow({ className, handle, children }: LiftedRowProps) {
  return (
    <div className={`${className} lifted-row`} aria-hidden="true">
      <span className={iconButtonStyle({ className: handle })}>
        <IconGripVertical size={18} />
      </span>
      {children}
    </div>
  );
}
