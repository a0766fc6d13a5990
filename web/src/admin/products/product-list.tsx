import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { Move } from "../../kit/admin/order";
import { LiftedRow, ReorderArea, useReorder } from "../../kit/admin/reorder";
import type { Reach } from "../../kit/admin/selection";
import { useHeight } from "../../kit/admin/viewport";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { useVisitCourses } from "../visits/visits";
import type { ListSelection } from "./list-selection";
import type { Column } from "./list-view";
import { ProductRow, type RowActions, RowHolder, RowShape } from "./product-row";
import { isLoaded } from "./use-product-list";

interface ProductListProps {
  /** The rows, with holders of those that are not loaded. */
  shown: AdminProduct[];
  /** Loads the rows at these positions. */
  show: (indexes: readonly number[]) => void;
  /** Whether they are in the administrator's order, in which they can be dragged. */
  isOrdered: boolean;
  columns: readonly Column[];
  selection: ListSelection;
  actions: RowActions;
  /** Whether the administrator may change, select and move products. */
  mayChange: boolean;
  onMove: (move: Move) => void;
  /** Lets the parent focus a row. */
  focusSpot: RefObject<FocusSpot | null>;
}

/**
 * The products in order, as many as were asked for. Only visible rows are rendered; each can be dragged to another
 * position.
 */
export function ProductList(props: ProductListProps) {
  const { shown, show, isOrdered, columns, selection, actions, mayChange, onMove, focusSpot } = props;
  const list = useRef<HTMLOListElement>(null);
  const reordering = useReorder(shown, onMove);
  const visitsOf = useVisitCourses();
  const { drag, preview, moves } = reordering;
  const { rows, height, total, listed, showMore, scrollTo, focused } = useRows(list, preview, drag?.id);
  const inView = rows.map(({ index }) => index).join();
  useEffect(() => show(inView === "" ? [0] : inView.split(",").map(Number)), [show, inView]);
  const { select, isSelected, toggleAll, clear, share } = selection;
  const selectAll = () => share === "all" || toggleAll();
  const { focus, onFocus } = useRowFocus(list, preview, scrollTo);
  const selecting = mayChange ? { select, selectAll, clear } : undefined;
  const onKeyDown = rowKeys({ products: preview, focus, selecting });
  useImperativeHandle(focusSpot, () => focus, [focus]);
  const dragIndex = drag?.by === "keys" ? drag.position : null;
  useEffect(() => {
    if (dragIndex !== null) scrollTo(dragIndex);
  }, [dragIndex, scrollTo]);

  const indexAt = (middle: number) => {
    const top = list.current?.getBoundingClientRect().top;
    return top === undefined ? undefined : Math.min(Math.floor((middle - top) / height), listed - 1);
  };
  const left = shown.length - listed;
  return (
    <ReorderArea
      reordering={reordering}
      noun="product"
      indexAt={indexAt}
      lifted={(product) => (
        <LiftedRow className="product-row" handle="row-handle">
          <RowShape product={product} columns={columns} clicks={visitsOf(product.id)} />
        </LiftedRow>
      )}
    >
      <ol
        ref={list}
        aria-label="Products"
        className="product-rows"
        data-dragging={drag ? "" : undefined}
        style={{ height: total }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          focused.current = spotOf(event.target)?.id ?? null;
          onFocus(event);
        }}
      >
        {rows.map(({ product, index, top }) =>
          isLoaded(product) ? (
            <ProductRow
              key={product.id}
              product={product}
              position={index}
              count={shown.length}
              top={top}
              isSelected={isSelected(product.id)}
              clicks={visitsOf(product.id)}
              draggedBy={drag?.id === product.id ? drag.by : undefined}
              moves={isOrdered && mayChange ? moves : undefined}
              mayChange={mayChange}
              columns={columns}
              select={select}
              actions={actions}
            />
          ) : (
            <RowHolder key={product.id} position={index} count={shown.length} top={top} />
          ),
        )}
      </ol>
      {left > 0 ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.8125rem] text-dim tabular-nums">
          <Button onClick={showMore}>Show {Math.min(step, left)} more</Button>
          {formatCount(listed)} of {formatCount(shown.length)}
        </p>
      ) : null}
    </ReorderArea>
  );
}

interface RowKeys {
  products: readonly AdminProduct[];
  focus: FocusSpot;
  /** Undefined where no product can be selected. */
  selecting: { select: (id: number, reach: Reach) => void; selectAll: () => void; clear: () => void } | undefined;
}

/**
 * Handles keys in the rows: arrow keys, Home and End move to the same control of another row, and with Shift select
 * rows on the way; Ctrl+A selects all shown rows, Escape deselects all.
 */
function rowKeys({ products, focus, selecting }: RowKeys) {
  return (event: KeyboardEvent) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) selecting?.selectAll();
    else if (event.key === "Escape") selecting?.clear();
    else {
      const position = products.findIndex(({ id }) => id === spot.id);
      const target = products[destination(event, position, products.length - 1)];
      if (!target) return;
      if (event.shiftKey) for (const id of [spot.id, target.id]) selecting?.select(id, "add");
      focus({ ...spot, id: target.id });
    }
    event.preventDefault();
  };
}

/** Returns the position that a key moves to; -1 if it does not move. */
function destination(event: KeyboardEvent, position: number, last: number): number {
  if (event.ctrlKey || event.metaKey || event.altKey) return -1;
  switch (event.key) {
    case "ArrowDown":
      return Math.min(position + 1, last);
    case "ArrowUp":
      return Math.max(position - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return -1;
  }
}

/** The height of a row in rem: one line, or two lines on narrow windows. */
const lineHeight = 3.5;
const stackHeight = 6.5;

/** How many rows there are at first, and how many "Show more" adds: below them are the logos. */
const step = 50;

/** Rows rendered above and below the visible area. */
const overscan = 8;

/** The height in pixels of what covers the list's top when it is scrolled. */
const coveredAbove = 170;
const leastBelow = 24;

/**
 * Returns the rows to render: the visible ones of those that were asked for, and those that must stay mounted outside the
 * viewport. A row that keys drag or focus is asked for.
 */
function useRows(list: RefObject<HTMLElement | null>, products: readonly AdminProduct[], draggedId?: number) {
  const height = useHeight(lineHeight, stackHeight);
  const scrollMargin = useTop(list);
  const focused = useRef<number | null>(null);
  const [asked, setAsked] = useState(step);
  const dragged = positionOf(products, draggedId);
  const listed = Math.min(products.length, Math.max(asked, dragged + 1));
  const virtualizer = useWindowVirtualizer({
    count: listed,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => products[index]?.id ?? index, [products]),
    overscan,
    scrollMargin,
    rangeExtractor: (range: Range) => {
      const alwaysRendered = [dragged, positionOf(products, focused.current)];
      const indexes = [
        ...defaultRangeExtractor(range),
        ...alwaysRendered.filter((index) => index >= 0 && index < listed),
      ];
      return [...new Set(indexes)].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (height > 0) virtualizer.measure();
  }, [virtualizer, height]);
  const rows = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const product = products[index];
    return product ? [{ product, index, top: start - scrollMargin }] : [];
  });
  const scrollTo = useCallback(
    (index: number) => {
      if (index >= asked) setAsked(Math.ceil((index + 1) / step) * step);
      if (index >= listed) return; // it is called again with that row
      // The library's scrollToIndex treats the end of the page as the end of the list, but there is more content below
      // it.
      const row = virtualizer.measurementsCache[index];
      if (!row) return;
      if (row.end > scrollY + innerHeight - leastBelow) window.scrollTo({ top: row.end + leastBelow - innerHeight });
      else if (row.start < scrollY + coveredAbove) window.scrollTo({ top: row.start - coveredAbove });
    },
    [virtualizer, asked, listed],
  );
  const showMore = () => setAsked(listed + step);
  return { rows, height, total: virtualizer.getTotalSize(), listed, showMore, scrollTo, focused };
}

/** Returns the position of the row with an id, if any; -1: it has none. */
const positionOf = (products: readonly AdminProduct[], wanted: number | null | undefined) =>
  wanted == null ? -1 : products.findIndex(({ id }) => id === wanted);

/** Returns the element's distance from the document's top, updated when content above it grows. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + scrollY));
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/** A control of a row: the row's product and its `data-control`. */
interface Spot {
  id: number;
  control: string;
}

/** Focuses a control; with `leaving`, only once the row has left that position, and is loaded where it goes `to`. */
export type FocusSpot = (spot: Spot, leaving?: number, to?: number) => void;

/** Returns the row and control of an element in the list, or null. */
function spotOf(target: EventTarget | null): Spot | null {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-control]") : null;
  const row = control?.closest<HTMLElement>("[data-row]");
  return row ? { id: Number(row.dataset.row), control: control?.dataset.control ?? "" } : null;
}

/**
 * Keeps the focus in a virtualized list: it moves to rows that are yet to be rendered, and from a removed row to the
 * one that takes its position.
 */
function useRowFocus(
  list: RefObject<HTMLElement | null>,
  products: readonly AdminProduct[],
  scrollTo: (index: number) => void,
) {
  const pending = useRef<{ spot: Spot; leaving: number | undefined; to?: number | undefined } | null>(null);
  const lastFocus = useRef<{ spot: Spot; index: number } | null>(null);

  const applyPendingFocus = useCallback(() => {
    if (!pending.current) return;
    const { spot, leaving, to } = pending.current;
    // A row that is not loaded is meant by its holder, which is named by its position.
    const index = isLoaded(spot) ? products.findIndex(({ id }) => id === spot.id) : -1 - spot.id;
    const product = products[index];
    if (!product || index === leaving) {
      if (to !== undefined) scrollTo(to);
      return;
    }
    scrollTo(index);
    const control = elementAt(list.current, { ...spot, id: product.id });
    if (!control) return; // it is rendered once the list has scrolled there
    pending.current = null;
    control.focus({ preventScroll: true });
  }, [list, products, scrollTo]);

  const refocusAfterRemoval = useCallback(() => {
    if (!lastFocus.current || document.activeElement !== document.body) return;
    const { spot, index } = lastFocus.current;
    const next = products[Math.min(index, products.length - 1)];
    if (!next || products.some(({ id }) => id === spot.id)) return;
    pending.current = { spot: { id: next.id, control: spot.control }, leaving: undefined };
  }, [products]);

  useEffect(() => {
    refocusAfterRemoval();
    applyPendingFocus();
  });

  const focus = useCallback<FocusSpot>(
    (spot, leaving, to) => {
      pending.current = { spot, leaving, to };
      applyPendingFocus();
    },
    [applyPendingFocus],
  );
  const onFocus = (event: FocusEvent) => {
    const spot = spotOf(event.target);
    if (pending.current?.spot.id !== spot?.id) pending.current = null; // the user has moved the focus elsewhere
    lastFocus.current = spot && { spot, index: products.findIndex(({ id }) => id === spot.id) };
  };
  return { focus, onFocus };
}

const elementAt = (list: HTMLElement | null, { id, control }: Spot) =>
  list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-control="${control}"]`);
