import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { productListQuery } from "../../api/admin-products";
import { useAddressFilters } from "../../kit/admin/list";
import { formatFilters, listQuery, parseFilters } from "../../kit/admin/list-filters";
import { appliedToPages, usePending } from "./use-changes";

/** The list of products with the filters of the address: the rows that are loaded, with the pending changes applied. */
export function useProductList() {
  const [filters, change] = useAddressFilters(parseFilters, formatFilters);
  const query = useInfiniteQuery(productListQuery(listQuery(filters)));
  const pending = usePending();
  const { data: read } = query;
  const data = useMemo(() => read && pending.reduce(appliedToPages, read), [read, pending]);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const last = data?.pages.at(-1);
  const [known, setKnown] = useState(last?.counts);
  useEffect(() => {
    if (last) setKnown(last.counts);
  }, [last]);
  return {
    filters,
    change,
    query,
    rows,
    total: last?.total ?? 0,
    /** Those of all products, also while what the filters list can't be read. */
    counts: last?.counts ?? known,
    isRanked: last?.isRanked ?? false,
    /** Whether what is shown is of other filters, as these are still read. */
    isSearching: query.isPlaceholderData,
    isSaving: pending.length > 0,
    loadMore: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage({ cancelRefetch: false })),
  };
}

export type Listed = ReturnType<typeof useProductList>;
