import { useDraggable } from "@dnd-kit/core";
import type { ReactNode } from "react";
import { Handle } from "./handle";
import type { Drag, Reordering } from "./use-reorder";

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
