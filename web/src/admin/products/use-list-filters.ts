import { useEffect, useState } from "react";
import { go } from "../../history";
import { formatFilters, type ListFilters, parseFilters } from "./list-filters";

/** How long after a change the URL is updated, in milliseconds. Browsers limit the rate of URL updates. */
const addressPause = 150;

/** The filters of the list, stored in the URL, so that it can be reloaded and shared. */
export function useListFilters() {
  const [filters, setFilters] = useState(() => parseFilters(location.search));
  useEffect(() => {
    const follow = () => {
      const query = formatFilters(filters);
      if (query !== formatFilters(parseFilters(location.search))) go(location.pathname + query, { replace: true });
    };
    const timer = setTimeout(follow, addressPause);
    return () => clearTimeout(timer);
  }, [filters]);
  useEffect(() => {
    const onPopState = () => setFilters(parseFilters(location.search));
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, []);
  const change = (part: Partial<ListFilters>) => setFilters((before) => ({ ...before, ...part }));
  return [filters, change] as const;
}
