import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";

/** A control of a row: the row's product and its `data-control`. */
export interface Spot {
  id: number;
  control: string;
}

/** Focuses a control; with `leaving`, only once the row has left that position. */
export type FocusSpot = (spot: Spot, leaving?: number) => void;

/** Returns the row and control of an element in the list, or null. */
export function spotOf(target: EventTarget | null): Spot | null {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-control]") : null;
  const row = control?.closest<HTMLElement>("[data-row]");
  return row ? { id: Number(row.dataset.row), control: control?.dataset.control ?? "" } : null;
}

/**
 * Keeps the focus in a virtualized list: it moves to rows that are yet to be rendered, and from a removed row to the
 * one that takes its position.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  products: readonly AdminProduct[],
  scrollTo: (index: number) => void,
) {
  const pending = useRef<{ spot: Spot; leaving: number | undefined } | null>(null);
  const lastFocus = useRef<{ spot: Spot; index: number } | null>(null);

  const applyPendingFocus = useCallback(() => {
    if (!pending.current) return;
    const { spot, leaving } = pending.current;
    const index = products.findIndex(({ id }) => id === spot.id);
    if (index < 0 || index === leaving) return;
    scrollTo(index);
    const control = elementAt(list.current, spot);
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
    (spot, leaving) => {
      pending.current = { spot, leaving };
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
