import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { homeRowsQuery } from "../../api/products";
import type { Catalog } from "../../api/schema.gen";
import { NotFound } from "../../kit/not-found";
import { preloadLogos } from "../../kit/tools/images";
import { logoSizes } from "../../kit/tools/product-logo";
import { useSite } from "../../site";
import { filtersOf, type Visit } from "../../visit";
import { FilterBar, FilterBarSkeleton } from "./filter-bar";
import { FurtherPages, useFirstPage } from "./further-pages";
import { CategoryAbout, HomeHeading, topicOf } from "./home-heading";
import { HomeRows } from "./home-rows";
import { Listing } from "./listing";
import { isEmpty, isNew, ListingEmpty, ListingError, ListingNew, ListingSkeleton } from "./listing-states";
import { isWholeHome } from "./titles";
import { type Shown, useCatalog } from "./use-catalog";

/** The directory: its heading, the filters, and the tools in their two sections. */
export function Home({ visit }: { visit: Visit }) {
  const asked = filtersOf(visit);
  const filters = useFirstPage(asked);
  const { shown, error, isFetching, retry } = useCatalog(filters);
  useLogosAhead(shown?.catalog);
  const hasRows = shown !== null && shown.catalog.total > 0 && shown.filters.page === 0 && isWholeHome(shown.filters);
  const inRows = useToolsInRows(hasRows);
  const areRowsBelow = inRows?.size === 0;
  const isNewSite = isNew(filters, shown?.catalog.total);
  const hasNothing = shown?.catalog.total === 0 && !isNewSite;
  // While the list of the next letter loads, the heading says what is shown.
  const searched = (filters.search && shown?.filters.search) || filters.search;
  const correctedQuery = shown?.filters.search === searched ? shown.catalog.correctedQuery : "";
  const topic = topicOf({ ...filters, search: correctedQuery || searched }, useSite(), shown?.catalog);
  useFoundWords(shown);
  const isNoTag = visit.params.tag && shown?.filters.tag === filters.tag && shown.catalog.tag === "";
  if (isNoTag || (filters.page > 1 && shown && filters.page > shown.catalog.pages && !isFetching)) return <NotFound />;
  return (
    <div className="page-width" aria-busy={isFetching}>
      <HomeHeading
        filters={filters}
        topic={hasNothing && searched ? null : topic}
        catalog={filters.search === "" || shown?.filters.search ? shown?.catalog : undefined}
        searched={searched}
        correctedQuery={correctedQuery}
      />
      <CategoryAbout filters={filters} shown={shown} />
      {shown && !isNewSite ? <FilterBar filters={filters} facets={shown.catalog.facets} /> : null}
      {shown || error ? null : <FilterBarSkeleton />}
      {hasRows && !areRowsBelow ? rows : null}
      {shown && shown.catalog.total > 0 ? (
        <Listing {...shown} without={inRows} afterFirst={areRowsBelow ? rows : null} />
      ) : null}
      {shown && shown.catalog.pages > 1 ? <FurtherPages {...shown} last={asked.page} /> : null}
      <CategoryAbout filters={filters} shown={shown} isEnd />
      {isNewSite ? <ListingNew /> : null}
      {hasNothing ? <ListingEmpty filters={filters} topic={searched || topic === null ? topic : undefined} /> : null}
      {error ? <ListingError error={error} filters={filters} retry={retry} /> : null}
      {shown || error ? null : <ListingSkeleton />}
    </div>
  );
}

/** One element for all renderings, so that the list is not rendered again with it. */
const rows = <HomeRows />;

/** The slugs of the tools in the rows, which the list leaves out; undefined where there are no rows. Without tools they come after the first section. */
function useToolsInRows(hasRows: boolean): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...homeRowsQuery(), enabled: hasRows });
  return useMemo(
    () =>
      hasRows && data && !isEmpty(data)
        ? new Set(data.rows.flatMap(({ tools }) => tools.map(({ slug }) => slug)))
        : undefined,
    [hasRows, data],
  );
}

/** Marks the words of a search in the tools that it found. */
function useFoundWords(shown: Shown | null) {
  const { search = "" } = shown?.filters ?? {};
  const words = shown?.catalog.correctedQuery || search;
  useEffect(() => {
    if (words === "") return;
    const marks = import("./found-words").then(
      ({ markFound }) => markFound(words),
      () => () => undefined, // the connection is lost: the tools are there, without marks
    );
    return () => void marks.then((stop) => stop());
  }, [words]);
}

/** Preloads the first logos of a list. The list of all tools has it from here, so that the two share one script. */
export function useLogosAhead(catalog: Catalog | undefined) {
  useEffect(() => {
    const products = catalog?.sections.flatMap((section) => section.products) ?? [];
    void preloadLogos(
      products.map(({ logo }) => logo),
      logoSizes.card,
    );
  }, [catalog]);
}
