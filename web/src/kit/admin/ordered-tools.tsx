import { IconGripVertical } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { ProductCard } from "../../api/products";
import { ProductLogo } from "../tools/product-logo";
import { TypeBadge } from "../tools/type-badge";
import { DraggableRow } from "./handle";
import { iconButtonStyle } from "./icon-button";
import { moved } from "./order";
import { ReorderArea } from "./reorder-area";
import { useReorder } from "./use-reorder";

interface OrderedToolsProps {
  /** The id of the list's heading. */
  heading: string;
  tools: AdminProduct[];
  reorder: (ids: number[]) => void;
  /** The button at the end of a tool's row. */
  action: (tool: AdminProduct) => ReactNode;
  /** What is below a tool's name. */
  below?: (tool: AdminProduct) => ReactNode;
}

/** Tools that are ordered by dragging or with keys. */
export function OrderedTools({ heading, tools, reorder, action, below }: OrderedToolsProps) {
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
      <ol ref={list} aria-labelledby={heading} className="flex flex-col">
        {tools.map((product) => (
          <DraggableRow
            key={product.id}
            id={product.id}
            name={product.name}
            order={preview.findIndex(({ id }) => id === product.id)}
            draggedBy={drag?.id === product.id ? drag.by : undefined}
            {...reordering}
            className={`${toolRow} border-hairline border-b`}
          >
            <ToolName product={product} />
            {action(product)}
            {below ? <div className="col-span-full sm:col-start-2">{below(product)}</div> : null}
          </DraggableRow>
        ))}
      </ol>
    </ReorderArea>
  );
}

/** The layout of a row: handle or number, logo, name, buttons. */
export const toolRow = "grid grid-cols-[2.75rem_auto_minmax(0,1fr)_auto] items-center gap-x-2 py-1.5 pr-1 sm:gap-x-3";

/** A tool in a row. */
export function ToolName({ product }: { product: ProductCard }) {
  return (
    <>
      <ProductLogo product={product} size="small" lazy />
      <p className="flex min-w-0 items-center gap-2">
        <bdi className="min-w-0 truncate font-medium text-[0.9375rem]">{product.name}</bdi>
        <span className="flex flex-none gap-2 max-sm:hidden">
          <TypeBadge type={product.type} />
          {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
        </span>
      </p>
    </>
  );
}
