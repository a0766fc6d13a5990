import { IconCheck, IconX } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { panel } from "../../kit/admin/styles";
import { useHeight } from "../../kit/admin/viewport";
import { Badge } from "../../kit/badge";
import { formatCount } from "../../kit/count";
import { ProductLogo } from "../../kit/tools/product-logo";
import type { LogoEntry } from "./api";
import { type LogoFilter, statusOf, syncOf } from "./logo-words";

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
  /** No logo is copied to it: its cards say nothing of other sites. */
  isProduction: boolean;
}

/** The logos in a scrollable area. Only visible ones are rendered. */
export function LogoList({ shown, total, filter, view, isProduction }: LogoListProps) {
  const area = useRef<HTMLDivElement>(null);
  const columns = useColumns(area, view);
  const lineHeight = useHeight(3.5, 4.75);
  const [whole, short] = [useHeight(9.5, 9.5), useHeight(4.75, 4.75)];
  const height = view === "list" ? lineHeight : isProduction ? short : whole;
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
        className={`${panel} logo-area max-h-(--logo-list-height) overflow-y-auto overflow-x-hidden [overflow-anchor:none] data-[view=grid]:p-1`}
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

interface LogoItemProps {
  entry: LogoEntry;
  /** Its position in the list, from 1, and the list's length. */
  position: number;
  count: number;
  /** Pixels from the top, its column and the number of columns. */
  top: number;
  column: number;
  columns: number;
}

/** One product's logo with its status on both sites. */
const LogoItem = memo(function LogoItem({ entry, position, count, top, column, columns }: LogoItemProps) {
  const status = statusOf(entry);
  const sync = syncOf(entry);
  const isMissing = entry.status === "missing"; // there is nothing to request
  const product = { name: entry.name, logo: isMissing ? "" : entry.logo, logoColor: "" };
  const spot: CSSProperties = { top, left: `${(column * 100) / columns}%`, width: `${100 / columns}%` };
  return (
    <li className="logo-item absolute" aria-posinset={position} aria-setsize={count} style={spot}>
      <div className="logo-case">
        <ProductLogo product={product} size="small" lazy />
        <span className="logo-name truncate text-[0.875rem] font-semibold" title={entry.name}>
          {entry.name}
        </span>
        <span className="logo-status flex">
          <Badge tone={status.tone}>{status.text}</Badge>
        </span>
        <span className="logo-sync flex in-data-production:hidden">
          <Badge tone={sync.tone}>{sync.text}</Badge>
        </span>
        <span className="logo-sites flex gap-3 in-data-production:hidden text-muted text-[0.75rem]">
          <Site name="Dev" exists={entry.devExists} />
          <Site name="Prod" exists={entry.prodExists} />
        </span>
      </div>
    </li>
  );
});

/** Shows whether a site has the logo; nothing if that is unknown. */
function Site({ name, exists }: { name: string; exists: boolean | null }) {
  if (exists === null) return null;
  const Icon = exists ? IconCheck : IconX;
  return (
    <span className="relative inline-flex items-center gap-0.5">
      {name}
      <Icon size={14} aria-hidden="true" className={exists ? "text-free" : "text-danger"} />
      <span className="sr-only">{exists ? " has it" : " does not have it"}</span>
    </span>
  );
}

/** The layout of the logos. */
export type View = "grid" | "list";

/** The localStorage key of the layout. */
const storageKey = "admin_logos_view";

/** Returns this browser's last chosen layout, and a function to change it. */
export function useView() {
  const [view, setView] = useState<View>(() => (localStorage.getItem(storageKey) === "list" ? "list" : "grid"));
  const choose = (view: View) => {
    setView(view);
    localStorage.setItem(storageKey, view);
  };
  return [view, choose] as const;
}
