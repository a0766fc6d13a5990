import { useCallback, useState } from "react";
import type { AdminProduct, ProductsOfList } from "../../api/admin-products";
import { bulkFilter, formatFilters, type ListFilters } from "../../kit/admin/list-filters";
import { added, allToggled, type Reach, ranged, shareSelected, toggled } from "../../kit/admin/selection";

/** What is selected: rows that were shown, or a whole list but for some. */
interface Selected {
  rows: ReadonlyMap<number, AdminProduct>;
  anchor: number | null;
  /** The list that is selected, by the address of its filters; undefined: none is. */
  list: string | undefined;
  /** The products of the list that are not selected. */
  except: ReadonlySet<number>;
}

const nothing: Selected = { rows: new Map(), anchor: null, list: undefined, except: new Set() };

/**
 * The selected products of a list of which only some rows are loaded. Rows that other filters hide stay selected; a list
 * that is selected as a whole is not, once it has other filters.
 */
export function useListSelection(rows: AdminProduct[], total: number, filters: ListFilters) {
  const [stored, setSelected] = useState(nothing);
  const list = formatFilters({ ...filters, sort: "" });
  const selected = stored.list === undefined || stored.list === list ? stored : nothing;
  const isWhole = selected.list !== undefined;
  const count = isWhole ? total - selected.except.size : selected.rows.size;
  const isSelected = (id: number) => (isWhole ? !selected.except.has(id) : selected.rows.has(id));

  const select = useCallback(
    (id: number, reach: Reach) =>
      setSelected((before) => {
        if (before.list === list) return { ...before, except: without(before.except, id, reach) };
        const from = {
          ids: new Set((before.list === undefined ? before : nothing).rows.keys()),
          anchor: before.anchor,
        };
        const { ids, anchor } =
          reach === "range" ? ranged(from, rows, id) : reach === "add" ? added(from, id) : toggled(from, id);
        return { ...nothing, rows: rowsOf(ids, rows, before.rows), anchor };
      }),
    [rows, list],
  );
  const share = isWhole
    ? selected.except.size === 0
      ? "all"
      : "some"
    : shareSelected({ ids: new Set(selected.rows.keys()), anchor: null }, rows);
  const isLoaded = rows.length >= total;
  const isAll = share === "all" && (isWhole || isLoaded);
  const toggleAll = useCallback(() => {
    if (isWhole) return setSelected(nothing);
    if (!isLoaded) return setSelected({ ...nothing, list });
    setSelected((before) => {
      const { ids, anchor } = allToggled({ ids: new Set(before.rows.keys()), anchor: before.anchor }, rows);
      return { ...nothing, rows: rowsOf(ids, rows, before.rows), anchor };
    });
  }, [isWhole, isLoaded, list, rows]);
  return {
    count,
    /** Those of them that are known: all, unless a whole list is selected. */
    selected: isWhole ? rows.filter(({ id }) => !selected.except.has(id)) : current(selected.rows, rows),
    isWhole,
    share: share === "all" && !isAll ? ("some" as const) : share,
    isSelected,
    select,
    toggleAll,
    clear: useCallback(() => setSelected(nothing), []),
    /** Forgets products that are deleted. */
    drop: useCallback(
      (ids: readonly number[]) =>
        setSelected((before) => {
          const gone = new Set(ids);
          return { ...before, rows: new Map([...before.rows].filter(([id]) => !gone.has(id))) };
        }),
      [],
    ),
    /** How a call names them. */
    which: (): { ids: number[] } | ProductsOfList =>
      isWhole
        ? { filter: bulkFilter(filters), except: [...selected.except], count }
        : { ids: [...selected.rows.keys()] },
  };
}

export type ListSelection = ReturnType<typeof useListSelection>;

/** The rows as they are now. */
const current = (selected: ReadonlyMap<number, AdminProduct>, rows: readonly AdminProduct[]) => {
  const now = new Map(rows.map((row) => [row.id, row]));
  return [...selected].map(([id, row]) => now.get(id) ?? row);
};

function rowsOf(ids: ReadonlySet<number>, rows: readonly AdminProduct[], before: ReadonlyMap<number, AdminProduct>) {
  const all = new Map([...before, ...rows.map((row) => [row.id, row] as const)]);
  return new Map([...ids].flatMap((id) => (all.has(id) ? [[id, all.get(id) as AdminProduct] as const] : [])));
}

/** Returns the exceptions after one product was selected or deselected. */
function without(except: ReadonlySet<number>, id: number, reach: Reach): ReadonlySet<number> {
  const { ids } = toggled({ ids: except, anchor: null }, id);
  return reach === "add" ? new Set([...except].filter((other) => other !== id)) : ids;
}
