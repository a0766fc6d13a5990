import { type ComponentProps, type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { countOf } from "../count";

/** How a product is selected: toggled, as the end of a range, or added. */
export type Reach = "toggle" | "range" | "add";

/** The selected products. Filtered-out products stay selected; deleted ones are not counted. */
export function useSelection<T extends { id: number }>(products: readonly T[], shown: readonly T[]) {
  const [selection, setSelection] = useState(nothingSelected);
  const selected = useMemo(() => products.filter(({ id }) => selection.ids.has(id)), [products, selection]);
  const select = useCallback(
    (id: number, reach: Reach) =>
      setSelection((before) => {
        if (reach === "range") return ranged(before, shown, id);
        return reach === "add" ? added(before, id) : toggled(before, id);
      }),
    [shown],
  );
  const toggleAll = useCallback(() => setSelection((before) => allToggled(before, shown)), [shown]);
  const clear = useCallback(() => setSelection(nothingSelected), []);
  const isSelected = (id: number) => selection.ids.has(id);
  return { selected, share: shareSelected(selection, shown), isSelected, select, toggleAll, clear };
}

/** The selected products, and the anchor of the next range. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** The product that was selected or deselected last; null at first. */
  anchor: number | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** Selects a product, or deselects it if it was selected. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects a product in any case. */
export const added = ({ ids }: Selection, id: number): Selection => ({ ids: new Set(ids).add(id), anchor: id });

/**
 * Selects all shown products from the anchor to a product, or deselects them if that product was selected. Without a
 * visible anchor, only the product itself changes.
 */
export function ranged(selection: Selection, shown: readonly { id: number }[], id: number): Selection {
  const from = shown.findIndex((product) => product.id === selection.anchor);
  const to = shown.findIndex((product) => product.id === id);
  if (from < 0 || to < 0) return toggled(selection, id);
  const selects = !selection.ids.has(id);
  const next = new Set(selection.ids);
  for (const { id: between } of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (selects) next.add(between);
    else next.delete(between);
  }
  return { ids: next, anchor: id };
}

/** Selects all shown products, or deselects them if all are selected. Hidden products stay as they are. */
export function allToggled(selection: Selection, shown: readonly { id: number }[]): Selection {
  const selects = shareSelected(selection, shown) !== "all";
  const next = new Set(selection.ids);
  for (const { id } of shown) {
    if (selects) next.add(id);
    else next.delete(id);
  }
  return { ids: next, anchor: selection.anchor };
}

/** Reports how many of the shown products are selected. */
export function shareSelected({ ids }: Selection, shown: readonly { id: number }[]): "none" | "some" | "all" {
  const count = shown.reduce((sum, { id }) => sum + Number(ids.has(id)), 0);
  if (count === 0) return "none";
  return count === shown.length ? "all" : "some";
}

/** The style of a checkbox. */
export const checkStyle = "check";

/** A checkbox with a touch-sized target. */
export function Check({ className = "", ...input }: ComponentProps<"input">) {
  return (
    <label className={`grid size-11 flex-none cursor-pointer select-none place-items-center ${className}`}>
      <input type="checkbox" className={checkStyle} {...input} />
    </label>
  );
}

interface SelectAllProps {
  box: RefObject<HTMLInputElement | null>;
  selection: Pick<ReturnType<typeof useSelection>, "share" | "toggleAll">;
  count: number;
  noun?: string;
}

/** The checkbox of all that is shown. */
export function SelectAll({ box, selection: { share, toggleAll }, count, noun = "product" }: SelectAllProps) {
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === "some";
  });
  return (
    <Check
      ref={box}
      aria-label={`Select all ${countOf(count, noun)}`}
      checked={share === "all"}
      disabled={count === 0}
      onChange={toggleAll}
    />
  );
}
