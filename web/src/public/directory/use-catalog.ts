import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { catalogQuery } from "../../api/products";
import type { Catalog } from "../../api/schema.gen";
import type { Filters } from "../../filters";
import { toast } from "../../kit/toast";

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

/**
 * Loads a further page of a list. If the user clicked for it, its first card gets the focus once it is loaded. A toast
 * says when it has failed.
 */
export function useFurtherPage(filters: Filters, isPressed: boolean) {
  const first = useRef<HTMLLIElement>(null);
  const { data, error, isFetching, refetch } = useQuery(catalogQuery(filters));
  useEffect(() => {
    if (error) toast({ title: "Failed to fetch products", description: "You're still at the same place in the list." });
  }, [error]);
  const isThere = data !== undefined;
  useEffect(() => {
    const isFree = document.activeElement === document.body; // the clicked link is gone and nothing else has taken the focus
    // The card is where the link was. A user who has scrolled on is not moved back to it.
    if (isPressed && isThere && isFree) first.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [isPressed, isThere]);
  return { data, first, hasFailed: error !== null && !isFetching, retry: () => void refetch() };
}
