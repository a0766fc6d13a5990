import { useLayoutEffect, useRef } from "react";
import type { DraftItem } from "../../api/newsletter-admin";
import { ReorderArea } from "../../kit/admin/reorder-area";
import { panel } from "../../kit/admin/styles";
import { useReorder } from "../../kit/admin/use-reorder";
import { formatCount } from "../../kit/count";
import { itemsAfter, linesOf, movedTo, placeOf } from "./draft-order";
import { LiftedTool, ToolRow } from "./tool-row";

interface ToolListProps {
  items: DraftItem[];
  onChange: (items: DraftItem[]) => void;
}

/** The tools of an issue by section. They are ordered and moved to other sections by dragging, keys or a choice. */
export function ToolList({ items, onChange }: ToolListProps) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element | null>(null);
  const change = (changed: DraftItem[]) => {
    focused.current = document.activeElement;
    onChange(changed);
  };
  const lines = linesOf(items);
  const reordering = useReorder(lines, (move) => change(itemsAfter(lines, move)), placeOf);
  const { drag, preview, pickUp, drop, cancel } = reordering;
  // A browser takes the focus from an element that is moved in the document.
  useLayoutEffect(() => {
    const element = focused.current;
    focused.current = null;
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body)
      element.focus();
  });
  const dragTo = (position: number | undefined) => reordering.dragTo(belowHeading(position));
  const dropAt = (position?: number) => drop(belowHeading(position));
  const remove = (id: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];
    const at = rows.findIndex(({ dataset }) => dataset.tool === String(id));
    const next = rows[at + 1] ?? rows[at - 1];
    const target = next?.querySelector<HTMLElement>("[data-remove]") ?? document.getElementById("add-tool");
    target?.focus();
    onChange(items.filter(({ product }) => product.id !== id));
  };
  /** The last line that begins above this height: also below the list, to whose end the page may scroll during a drag. */
  const indexAt = (middle: number) => {
    const above = [...(list.current?.children ?? [])].filter((line) => line.getBoundingClientRect().top <= middle);
    return Math.max(0, ...above.map((line) => (line instanceof HTMLElement ? Number(line.style.order) : 0)));
  };
  return (
    <ReorderArea
      reordering={{ ...reordering, dragTo, drop: dropAt }}
      noun="tool"
      indexAt={indexAt}
      lifted={({ item }) => (item ? <LiftedTool product={item.product} /> : null)}
    >
      {/* During a drag the lines are only shown in another order, so that the handle keeps the focus. */}
      <ul ref={list} aria-label="Tools of the issue" className={`${panel} flex flex-col overflow-hidden pb-2`}>
        {lines.map((line) => {
          const order = preview.findIndex(({ id }) => id === line.id);
          const { id, name, item, count } = line;
          if (!item)
            return (
              <li
                key={id}
                style={{ order }}
                className="flex items-baseline gap-2 border-hairline px-4 pt-4 pb-1.5 not-first:border-t"
              >
                <h2 className="font-semibold text-[0.8125rem] text-muted">{name}</h2>
                <span className="text-[0.75rem] text-dim tabular-nums">
                  {count === 0 ? "No tools" : formatCount(count)}
                </span>
              </li>
            );
          return (
            <ToolRow
              key={id}
              item={item}
              order={order}
              draggedBy={drag?.id === id ? drag.by : undefined}
              pickUp={pickUp}
              dragTo={dragTo}
              drop={dropAt}
              cancel={cancel}
              moveTo={(section) => change(movedTo(items, id, section))}
              remove={() => remove(id)}
            />
          );
        })}
      </ul>
    </ReorderArea>
  );
}

/** The first line is the heading of the first section, above which there is nothing. */
const belowHeading = (position: number | undefined) => (position === undefined ? undefined : Math.max(1, position));
