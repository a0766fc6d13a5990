/** The products that are selected, and the one from which a range goes on. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** The product that was selected or unselected last; null before the first. */
  anchor: number | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** Selects a product, or takes it out. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects a product, whether it was or not. */
export const added = ({ ids }: Selection, id: number): Selection => ({ ids: new Set(ids).add(id), anchor: id });

/**
 * Gives all that is shown between the anchor and a product what the product itself gets: selected, or taken out when it
 * was selected before. Without an anchor that is shown, it is the product alone.
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

/** Selects all that is shown, or takes all of it out when all of it is selected. What is not shown stays as it is. */
export function allToggled(selection: Selection, shown: readonly { id: number }[]): Selection {
  const selects = shareSelected(selection, shown) !== "all";
  const next = new Set(selection.ids);
  for (const { id } of shown) {
    if (selects) next.add(id);
    else next.delete(id);
  }
  return { ids: next, anchor: selection.anchor };
}

/** How much of what is shown is selected. */
export function shareSelected({ ids }: Selection, shown: readonly { id: number }[]): "none" | "some" | "all" {
  const count = shown.reduce((sum, { id }) => sum + Number(ids.has(id)), 0);
  if (count === 0) return "none";
  return count === shown.length ? "all" : "some";
}
