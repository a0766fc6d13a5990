import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LogoEntry } from "../../api/logos";
import { useHeight } from "../../kit/admin/height";
import { panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { LogoItem } from "./logo-entry";
import type { LogoFilter } from "./logo-words";
import type { View } from "./use-view";

/** The minimum column width of the grid in pixels; phones have two columns. */
const minColumnWidth = 195;
const leastOfTwo = 140;

/** Rows rendered above and below the visible area. */
const overscan = 3;

interface LogoListProps {
  shown: LogoEntry[];
  /** The number of all logos. */
  total: number;
  filter: LogoFilter;
  view: View;
}

/** The logos in a scrollable area. Only visible ones are rendered. */
export function LogoList({ shown, total, filter, view }: LogoListProps) {
  const area = useRef<HTMLDivElement>(null);
  const columns = useColumns(area, view);
  const lineHeight = useHeight(3.5, 4.75);
  const cardHeight = useHeight(9.5, 9.5);
  const height = view === "grid" ? cardHeight : lineHeight;
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown.length / columns),
    getScrollElement: () => area.current,
    estimateSize: () => height,
    overscan,
  });
  useEffect(() => {
    if (height > 0) virtualizer.measure();
  }, [virtualizer, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter scrolls to the top
  useEffect(() => {
    if (area.current) area.current.scrollTop = 0;
  }, [filter, view]);
  return (
    <>
      <p role="status" className="sr-only">
        {shown.length === total
          ? "All logos shown"
          : `${formatCount(shown.length)} of ${formatCount(total)} logos shown`}
      </p>
      <section
        ref={area}
        aria-label="Logos, scrollable"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
        tabIndex={0}
        className={`${panel} max-h-(--logo-list-height) overflow-y-auto overflow-x-hidden [overflow-anchor:none] data-[view=grid]:p-1`}
        data-view={view}
      >
        <ul aria-label="Logos" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer
            .getVirtualItems()
            .flatMap(({ index: row, start }) =>
              shown
                .slice(row * columns, (row + 1) * columns)
                .map((entry, column) => (
                  <LogoItem
                    key={entry.id}
                    entry={entry}
                    position={row * columns + column + 1}
                    count={shown.length}
                    top={start}
                    column={column}
                    columns={columns}
                  />
                )),
            )}
        </ul>
      </section>
    </>
  );
}

/** Returns how many columns fit; a list has one. */
function useColumns(area: RefObject<HTMLElement | null>, view: View): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const measure = () => setColumns(columnsIn(area.current?.clientWidth ?? 0));
    const observer = new ResizeObserver(measure);
    if (area.current) observer.observe(area.current);
    measure();
    return () => observer.disconnect();
  }, [area]);
  return view === "grid" ? columns : 1;
}

const columnsIn = (width: number) =>
  Math.max(Math.floor(width / minColumnWidth), Math.min(2, Math.floor(width / leastOfTwo)), 1);
