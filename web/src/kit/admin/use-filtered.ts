import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { read } from "../../api/client";
import { tidy } from "../fold";
import { filtered, type ListFilters } from "./list-filters";
import { useSettled } from "./use-debounced";

/** The most products that are taken from the site's search: the maximum of one page. */
const mostFound = 100;

/** What the site's search finds among the products of a section and a type, the most relevant first. */
const foundQuery = (search: string, { section, type }: ListFilters) =>
  read("/api/products", {
    query: {
      search,
      limit: mostFound,
      ...(section && { section: section as AdminProduct["section"] }),
      ...(type && { pricing: type as AdminProduct["type"] }),
    },
  });

/**
 * Returns the products to show for these filters. Where none has all words of the search, they are what the site's search
 * finds, by relevance (`isRanked`). While that is loaded (`isSearching`) they are those shown before, none at first.
 */
export function useFiltered(products: AdminProduct[], filters: ListFilters) {
  const literal = useMemo(() => filtered(products, filters), [products, filters]);
  const left = useMemo(
    () => (literal.length > 0 ? [] : filtered(products, { ...filters, search: "" })),
    [literal, products, filters],
  );
  const search = left.length > 0 ? tidy(filters.search) : "";
  const asked = useSettled(search);
  const query = useQuery({ ...foundQuery(asked, filters), enabled: asked !== "" && asked === search, gcTime: 0 });
  const { data } = query;
  const found = useMemo(() => {
    const byId = new Map(left.map((product) => [product.id, product]));
    return data?.flatMap(({ id }) => byId.get(id) ?? []);
  }, [left, data]);
  const isSearching = search !== "" && (asked !== search || query.isPending);
  const before = useRef({ shown: literal, isRanked: false });
  const now = search === "" ? { shown: literal, isRanked: false } : { shown: found ?? literal, isRanked: true };
  const result = isSearching ? before.current : now;
  useEffect(() => {
    before.current = result;
  });
  return { ...result, isSearching, failure: query.isLoadingError && asked === search ? query : undefined };
}
