import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type AdminProduct, pageSize, productPageQuery } from "../../api/admin-products";
import { useAddressFilters } from "../../kit/admin/list";
import { formatFilters, listQuery, parseFilters } from "../../kit/admin/list-filters";
import { appliedToPages, type ListPage, usePending } from "./use-changes";

/**
 * The list of products with the filters of the address: all of its rows, of which the pages in view are loaded, with the
 * pending changes applied. While another list is read, the last one stays.
 */
export function useProductList() {
  const [filters, change] = useAddressFilters(parseFilters, formatFilters);
  const list = formatFilters(filters);
  const [wanted, setWanted] = useState({ list, pages: [0] });
  const pages = wanted.list === list ? wanted.pages : [0];
  const queries = useQueries({ queries: pages.map((page) => productPageQuery(listQuery(filters), page)) });
  const stamp = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when what was read changes
  const read = useMemo(
    () => queries.flatMap(({ data }, at): ListPage[] => (data ? [{ ...data, page: pages[at] ?? 0 }] : [])),
    [list, pages.join(), stamp],
  );
  const failed = queries.find(({ error, data }) => error && !data);
  const [last, setLast] = useState(read);
  useEffect(() => {
    if (read.length > 0) setLast(read);
  }, [read]);
  const isSearching = read.length === 0 && !failed;
  const pending = usePending();
  const shown = useMemo(
    () => pending.reduce(appliedToPages, isSearching ? last : read),
    [read, last, isSearching, pending],
  );
  const [first] = shown;
  const total = first?.total ?? 0;
  const rows = useMemo(() => rowsOf(shown, total), [shown, total]);
  const loaded = useMemo(() => shown.flatMap((page) => page.rows), [shown]);
  /** Loads the pages of these rows. */
  const show = useCallback(
    (indexes: readonly number[]) => {
      const next = [...new Set(indexes.map((index) => Math.floor(index / pageSize)))];
      setWanted((before) =>
        before.list === list && before.pages.join() === next.join() ? before : { list, pages: next },
      );
    },
    [list],
  );
  return {
    filters,
    change,
    /** Why what is listed can't be shown, with a way to try again. */
    failed,
    /** All of them, with holders for those that are not loaded. */
    rows,
    /** Those of them that are loaded. */
    loaded,
    total,
    /** Those of all products, also while what the filters list can't be read. */
    counts: first?.counts ?? last[0]?.counts,
    isRanked: first?.isRanked ?? false,
    /** Whether what is shown is of other filters, as these are still read. */
    isSearching,
    isSaving: pending.length > 0,
    show,
  };
}

export type Listed = ReturnType<typeof useProductList>;

/** Whether a row was read; others hold its place. */
export const isLoaded = ({ id }: { id: number }) => id > 0;

/** What holds the place of rows that were not read. */
const holders: AdminProduct[] = [];

/** Returns the rows of a list, with holders for those that were not read. */
function rowsOf(pages: readonly ListPage[], total: number): AdminProduct[] {
  while (holders.length < total) holders.push({ id: -1 - holders.length, name: "" } as AdminProduct);
  const rows = holders.slice(0, total);
  for (const { page, rows: read } of pages)
    for (const [at, row] of read.entries()) if (page * pageSize + at < total) rows[page * pageSize + at] = row;
  return rows;
}
