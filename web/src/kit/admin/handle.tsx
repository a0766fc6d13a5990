import { useDraggable } from "@dnd-kit/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from "react";
import { IconButton } from "./icon-button";
import type { Drag, Reordering } from "./use-reorder";

interface HandleProps extends Pick<Reordering, "pickUp" | "dragTo" | "drop" | "cancel"> {
  id: number;
  name: string;
  position: number;
  draggedBy: Drag["by"] | undefined;
  listeners: ReturnType<typeof useDraggable>["listeners"];
}

/** How many positions Page Up and Page Down move. */
const pageOfRows = 10;

/** The handle that drags a row, with the pointer or with keys. */
export function Handle({ id, name, position, draggedBy, pickUp, dragTo, drop, cancel, listeners }: HandleProps) {
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
export const reorderHelpId = "reorder-help";

interface DraggableRowProps extends Pick<Reordering, "pickUp" | "dragTo" | "drop" | "cancel"> {
  id: number;
  name: string;
  /** Its position in the shown list. */
  order: number;
  draggedBy: Drag["by"] | undefined;
  className: string;
  children: ReactNode;
}

/** A row of a list whose rows are shown in their order by CSS, with the handle that drags it. */
export function DraggableRow({ id, name, order, draggedBy, className, children, ...drag }: DraggableRowProps) {
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
      <Handle
        id={id}
        name={name}
        position={order}
        draggedBy={draggedBy}
        pickUp={drag.pickUp}
        dragTo={drag.dragTo}
        drop={drag.drop}
        cancel={drag.cancel}
        listeners={listeners}
      />
      {children}
    </li>
  );
}
