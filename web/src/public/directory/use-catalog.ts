import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Catalog, catalogQuery } from "../../api/catalog";
import type { Filters } from "../../filters";

/** An answer with the filters that it belongs to. */
export interface Shown {
  filters: Filters;
  catalog: Catalog;
}

/**
 * Returns the list for the filters. The previous list stays until the new one has loaded. An answer for outdated
 * filters is never shown, and its request is aborted.
 */
export function useCatalog(filters: Filters) {
  const { data, error, isFetching, refetch } = useQuery(catalogQuery(filters));
  const [lastShown, setLastShown] = useState<Shown | null>(data ? { filters, catalog: data } : null);
  if (data && data !== lastShown?.catalog) setLastShown({ filters, catalog: data });
  return { shown: error ? null : lastShown, error, isFetching, retry: () => void refetch() };
}
