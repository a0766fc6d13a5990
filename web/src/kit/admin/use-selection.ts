import { useCallback, useMemo, useState } from "react";
import { added, allToggled, nothingSelected, ranged, shareSelected, toggled } from "./selection";

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
