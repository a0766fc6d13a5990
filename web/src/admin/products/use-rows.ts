import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { useHeight } from "../../kit/admin/height";

/** The height of a row in rem: one line, or three lines on narrow windows. */
const lineHeight = 4.5;
const stackHeight = 8.75;

/** Rows rendered above and below the visible area. */
const overscan = 8;

/** The height in pixels of what covers the list's top when it is scrolled. */
const coveredAbove = 150;
const leastBelow = 24;

/** Returns the rows to render: the visible ones, and those that must stay mounted outside the viewport. */
export function useRows(list: RefObject<HTMLElement | null>, products: readonly AdminProduct[], draggedId?: number) {
  const height = useHeight(lineHeight, stackHeight);
  const scrollMargin = useTop(list);
  const focused = useRef<number | null>(null);
  const virtualizer = useWindowVirtualizer({
    count: products.length,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => products[index]?.id ?? index, [products]),
    overscan,
    scrollMargin,
    rangeExtractor: (range: Range) => {
      const alwaysRendered = [draggedId, focused.current].map((id) =>
        products.findIndex((product) => product.id === id),
      );
      const indexes = [...defaultRangeExtractor(range), ...alwaysRendered.filter((index) => index >= 0)];
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
      // The library's scrollToIndex treats the end of the page as the end of the list, but there is more content below
      // it.
      const row = virtualizer.measurementsCache[index];
      if (!row) return;
      if (row.end > scrollY + innerHeight - leastBelow) window.scrollTo({ top: row.end + leastBelow - innerHeight });
      else if (row.start < scrollY + coveredAbove) window.scrollTo({ top: row.start - coveredAbove });
    },
    [virtualizer],
  );
  return { rows, height, total: virtualizer.getTotalSize(), scrollTo, focused };
}

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
