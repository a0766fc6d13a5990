import { useDraggable } from "@dnd-kit/core";
import { IconGripVertical, IconPinnedOff } from "@tabler/icons-react";
import { useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { IconButton, iconButtonStyle } from "../icon-button";
import { Handle } from "../reorder/handle";
import { moved } from "../reorder/order";
import { ReorderArea } from "../reorder/reorder-area";
import { type Drag, type Reordering, useReorder } from "../reorder/use-reorder";
import { ToolName, toolRow } from "./tool-name";

interface PinnedListProps {
  tools: AdminProduct[];
  reorder: (ids: number[]) => void;
  unpin: (tool: AdminProduct) => void;
}

/** The pinned tools, which are ordered by dragging or with keys. */
export function PinnedList({ tools, reorder, unpin }: PinnedListProps) {
  const list = useRef<HTMLOListElement>(null);
  const reordering = useReorder(tools, (move) => reorder(moved(tools, move).map(({ id }) => id)));
  const { drag, preview } = reordering;
  const indexAt = (middle: number) => {
    const above = [...(list.current?.children ?? [])].filter((row) => row.getBoundingClientRect().top <= middle);
    return Math.max(0, above.length - 1);
  };
  return (
    <ReorderArea
      reordering={reordering}
      noun="tool"
      indexAt={indexAt}
      lifted={(product) => (
        <div className={`${toolRow} lifted-row`} aria-hidden="true">
          <span className={iconButtonStyle()}>
            <IconGripVertical size={18} />
          </span>
          <ToolName product={product} />
        </div>
      )}
    >
      {/* During a drag the rows are only shown in another order, so that the handle keeps the focus. */}
      <ol ref={list} aria-labelledby="pinned-tools" className="flex flex-col">
        {tools.map((product) => (
          <PinnedRow
            key={product.id}
            product={product}
            order={preview.findIndex(({ id }) => id === product.id)}
            draggedBy={drag?.id === product.id ? drag.by : undefined}
            {...reordering}
            unpin={() => unpin(product)}
          />
        ))}
      </ol>
    </ReorderArea>
  );
}

interface PinnedRowProps extends Pick<Reordering, "pickUp" | "dragTo" | "drop" | "cancel"> {
  product: AdminProduct;
  /** Its position in the shown list. */
  order: number;
  draggedBy: Drag["by"] | undefined;
  unpin: () => void;
}

function PinnedRow({ product, order, draggedBy, pickUp, dragTo, drop, cancel, unpin }: PinnedRowProps) {
  const { id, name } = product;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ order }}
      aria-label={name}
      data-tool={id}
      data-dragged={draggedBy}
      className={`${toolRow} border-hairline border-b data-dragged:bg-raised-2 data-[dragged=pointer]:opacity-40`}
    >
      <Handle
        id={id}
        name={name}
        position={order}
        draggedBy={draggedBy}
        pickUp={pickUp}
        dragTo={dragTo}
        drop={drop}
        cancel={cancel}
        listeners={listeners}
      />
      <ToolName product={product} />
      <IconButton data-action="" label={`Unpin ${name}`} tooltip="Unpin" Icon={IconPinnedOff} onClick={unpin} />
    </li>
  );
}
