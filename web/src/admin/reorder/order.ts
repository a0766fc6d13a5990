import type { Placement } from "../../api/admin-products";

/** The way of one to another place: directly before or after one that stays where it is. */
export interface Move {
  id: number;
  beside: number;
  after: boolean;
}

/** Anything that stands in an order. */
interface Identified {
  id: number;
}

/**
 * The move that brings one to a place of the list that is shown, counted from 0; one beyond the list is its end.
 * null: it stands there already. Where the list shows only some, the others keep their order around it.
 */
export function moveTo(shown: readonly Identified[], id: number, position: number): Move | null {
  const from = shown.findIndex((one) => one.id === id);
  const to = Math.max(0, Math.min(position, shown.length - 1));
  const target = shown[to];
  if (from < 0 || !target || to === from) return null;
  return { id, beside: target.id, after: to > from };
}

/** The list after a move. One that names what is not there any more changes nothing. */
export function moved<T extends Identified>(list: readonly T[], { id, beside, after }: Move): readonly T[] {
  const product = list.find((one) => one.id === id);
  const rest = list.filter((one) => one.id !== id);
  const position = rest.findIndex((one) => one.id === beside);
  if (!product || position < 0) return list;
  rest.splice(after ? position + 1 : position, 0, product);
  return rest;
}

/** The one that a moved one follows in the list then; 0: none, it is the first. */
export function followed(list: readonly Identified[], { id, beside, after }: Move): number {
  if (after) return beside;
  const rest = list.filter((one) => one.id !== id);
  const position = rest.findIndex((one) => one.id === beside);
  return position < 0 ? beside : (rest[position - 1]?.id ?? 0);
}

/** The list with the order of each counted from 1. Those that have theirs already stay the same objects. */
export function numbered<T extends Placement>(list: readonly T[]): T[] {
  return list.map((product, index) =>
    product.displayOrder === index + 1 ? product : { ...product, displayOrder: index + 1 },
  );
}

/** The places of all, as they are saved. */
export const placements = (list: readonly Identified[]): Placement[] =>
  list.map(({ id }, index) => ({ id, displayOrder: index + 1 }));
