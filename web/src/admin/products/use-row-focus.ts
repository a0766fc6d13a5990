import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";

/** A control of a row: whose row, and which one by its `data-control`. */
export interface Spot {
  id: number;
  control: string;
}

/** Gives the focus to a control; with `leaving`, not before the row has left that place. */
export type FocusSpot = (spot: Spot, leaving?: number) => void;

/** Where in the list something stands. */
export function spotOf(target: EventTarget | null): Spot | null {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-control]") : null;
  const row = control?.closest<HTMLElement>("[data-row]");
  return row ? { id: Number(row.dataset.row), control: control?.dataset.control ?? "" } : null;
}

/**
 * Keeps the focus in a list of which only a part is drawn: it is led to rows that are still to be drawn, and from a row
 * that goes away to the one that comes in its place.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  products: readonly AdminProduct[],
  scrollTo: (index: number) => void,
) {
  const wanted = useRef<{ spot: Spot; leaving: number | undefined } | null>(null);
  const last = useRef<{ spot: Spot; index: number } | null>(null);

  const arrive = useCallback(() => {
    if (!wanted.current) return;
    const { spot, leaving } = wanted.current;
    const index = products.findIndex(({ id }) => id === spot.id);
    if (index < 0 || index === leaving) return;
    scrollTo(index);
    const control = elementAt(list.current, spot);
    if (!control) return; // it is drawn once the list has been scrolled there
    wanted.current = null;
    control.focus({ preventScroll: true });
  }, [list, products, scrollTo]);

  const succeed = useCallback(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { spot, index } = last.current;
    const next = products[Math.min(index, products.length - 1)];
    if (!next || products.some(({ id }) => id === spot.id)) return;
    wanted.current = { spot: { id: next.id, control: spot.control }, leaving: undefined };
  }, [products]);

  useEffect(() => {
    succeed();
    arrive();
  });

  const focus = useCallback<FocusSpot>(
    (spot, leaving) => {
      wanted.current = { spot, leaving };
      arrive();
    },
    [arrive],
  );
  const onFocus = (event: FocusEvent) => {
    const spot = spotOf(event.target);
    if (wanted.current?.spot.id !== spot?.id) wanted.current = null; // somebody has gone elsewhere meanwhile
    last.current = spot && { spot, index: products.findIndex(({ id }) => id === spot.id) };
  };
  return { focus, onFocus };
}

const elementAt = (list: HTMLElement | null, { id, control }: Spot) =>
  list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-control="${control}"]`);
