import { useEffect, useState } from "react";
import { go } from "../../history";

/** How long after a change the URL is updated, in milliseconds. Browsers limit the rate of URL updates. */
const addressPause = 150;

/**
 * The filters of a list, stored in the URL, so that it can be reloaded and shared. Parse and format are inverse
 * functions of the URL's query.
 */
export function useAddressFilters<Filters extends object>(
  parse: (query: string) => Filters,
  format: (filters: Filters) => string,
) {
  const [filters, setFilters] = useState(() => parse(location.search));
  useEffect(() => {
    const follow = () => {
      const query = format(filters);
      if (query !== format(parse(location.search))) go(location.pathname + query, { replace: true });
    };
    const timer = setTimeout(follow, addressPause);
    return () => clearTimeout(timer);
  }, [filters, parse, format]);
  useEffect(() => {
    const onPopState = () => setFilters(parse(location.search));
    addEventListener("popstate", onPopState);
    return () => removeEventListener("popstate", onPopState);
  }, [parse]);
  const change = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }));
  return [filters, change] as const;
}
