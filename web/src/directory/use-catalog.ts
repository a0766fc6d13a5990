import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Catalog, catalogQuery } from "../api/catalog";
import type { Filters } from "../filters";

/** An answer together with the filters that it answers. */
export interface Shown {
  filters: Filters;
  catalog: Catalog;
}

/**
 * The list for the filters. While a new answer is on its way the one before stays; an answer that comes after the
 * filters have gone on is never shown, and its request is given up.
 */
export function useCatalog(filters: Filters) {
  const { data, error, isFetching, refetch } = useQuery(catalogQuery(filters));
  const [lastShown, setLastShown] = useState<Shown | null>(data ? { filters, catalog: data } : null);
  if (data && data !== lastShown?.catalog) setLastShown({ filters, catalog: data });
  return { shown: error ? null : lastShown, error, isFetching, retry: () => void refetch() };
}
