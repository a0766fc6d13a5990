import type { Placement } from "../../api/admin-products";

/** A move of an item directly before or after another item. */
export interface Move {
  id: number;
  beside: number;
  after: boolean;
}

/** An item of an ordered list. */
interface Identified {
  id: number;
}

/**
 * Returns the move of an item to a position in the shown list, counted from 0 and clamped to the list's end, or null if
 * it is already there. In a filtered list, the hidden items keep their order.
 */
export function moveTo(shown: readonly Identified[], id: number, position: number): Move | null {
  const from = shown.findIndex((one) => one.id === id);
  const to = Math.max(0, Math.min(position, shown.length - 1));
  const target = shown[to];
  if (from < 0 || !target || to === from) return null;
  return { id, beside: target.id, after: to > from };
}

/** Returns the list after a move. A move that names a missing item changes nothing. */
export function moved<T extends Identified>(list: readonly T[], { id, beside, after }: Move): readonly T[] {
  const product = list.find((one) => one.id === id);
  const rest = list.filter((one) => one.id !== id);
  const position = rest.findIndex((one) => one.id === beside);
  if (!product || position < 0) return list;
  rest.splice(after ? position + 1 : position, 0, product);
  return rest;
}

/** Returns the id of the item that the moved one then follows, or 0 if it is the first. */
export function followed(list: readonly Identified[], { id, beside, after }: Move): number {
  if (after) return beside;
  const rest = list.filter((one) => one.id !== id);
  const position = rest.findIndex((one) => one.id === beside);
  return position < 0 ? beside : (rest[position - 1]?.id ?? 0);
}

/** Numbers the list's items from 1. Items that already have their number stay the same objects. */
export function numbered<T extends Placement>(list: readonly T[]): T[] {
  return list.map((product, index) =>
    product.displayOrder === index + 1 ? product : { ...product, displayOrder: index + 1 },
  );
}

/** Returns the positions of all items, as they are saved. */
export const placements = (list: readonly Identified[]): Placement[] =>
  list.map(({ id }, index) => ({ id, displayOrder: index + 1 }));
