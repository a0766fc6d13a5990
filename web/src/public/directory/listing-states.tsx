import type { Ref } from "react";
import type { HomeRows as Rows } from "../../api/schema.gen";
import { type Filters, homeAddress, noFilters } from "../../filters";
import { Button, buttonStyle } from "../../kit/button";
import { EmptyCase, Suggestions } from "../../kit/not-found";
import { Skeleton } from "../../kit/skeleton";
import { isWholeHome } from "./titles";

/** How many skeleton cards each of the two sections has. */
const skeletonCards = [4, 8];

/** The skeleton of the list. */
export function ListingSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading tools</span>
      {skeletonCards.map((count) => (
        <div key={count} className="list-section">
          <Skeleton className="mb-3 h-9 w-56 rounded-md sm:mb-5" />
          <ul className="card-grid">
            <CardSkeletons count={count} />
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The skeleton of the rows above the list. */
export const RowsSkeleton = () => <Skeleton className="home-rows h-96 rounded-2xl" />;

interface CardSkeletonsProps {
  count: number;
  /** Ref to the first one, to detect when it comes near. */
  first?: Ref<HTMLLIElement>;
}

/** Grid items in the shape and height of cards. */
export function CardSkeletons({ count, first }: CardSkeletonsProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <li key={index} ref={index === 0 ? first : undefined} className="card" aria-hidden="true">
      <div className="case">
        <Skeleton className="logo-card rounded-2xl" />
      </div>
      <Skeleton className="h-6 w-2/5" />
      <span className="card-text">
        <Skeleton className="mb-1 h-4" />
        <Skeleton className="h-4 w-3/4" />
      </span>
      <Skeleton className="ml-auto h-11 w-20 rounded-lg md:h-8" />
    </li>
  ));
}

/** Reports whether nothing is above the sections of the home page. */
export const isEmpty = ({ rows, collections, categories }: Rows) =>
  [rows, collections, categories].every((list) => list.length === 0);

/** Reports whether the whole directory is shown and has no tools yet. */
export const isNew = (filters: Filters, total: number | undefined) => total === 0 && isWholeHome(filters);

/** Shown while the directory has no tools yet. */
export function ListingNew() {
  return (
    <div className="state-panel">
      <EmptyCase />
      <h2 className="font-display text-3xl">No tools yet</h2>
      <p className="mt-2 text-balance text-muted">Check back soon. If you make an AI tool, you can submit it now.</p>
      <a href="/submit" className={buttonStyle({ className: "mt-6" })}>
        Submit an AI tool
      </a>
    </div>
  );
}

interface ListingEmptyProps {
  filters: Filters;
  /** What was searched, or null for what does not exist: the title of the page is then this one. */
  topic: string | null | undefined;
}

/** Shown when nothing matches, with links to continue. */
export function ListingEmpty({ filters, topic }: ListingEmptyProps) {
  const Title = topic === undefined ? "h2" : "h1";
  const searchAlone = homeAddress({ ...noFilters, search: filters.search });
  return (
    <div className="state-panel">
      <EmptyCase />
      <Title className="font-display text-4xl">No tools found</Title>
      {topic ? <p className="mt-1 max-w-full wrap-anywhere">for {topic}</p> : null}
      <p className="mt-2 text-muted">Try adjusting your search or filters</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {searchAlone === homeAddress(filters) ? null : (
          <a href={searchAlone} className={buttonStyle({ tone: "brass" })}>
            Clear filters
          </a>
        )}
        {filters.search === "" ? null : (
          <a
            href={homeAddress(filters, { search: "" })}
            className={buttonStyle({ tone: searchAlone === homeAddress(filters) ? "brass" : "quiet" })}
          >
            Clear search
          </a>
        )}
      </div>
      <Suggestions />
    </div>
  );
}

interface ListingErrorProps {
  error: Error;
  filters: Filters;
  retry: () => void;
}

/** Shown when the list could not be loaded, with a retry button and a link back. */
export function ListingError({ error, filters, retry }: ListingErrorProps) {
  const badPage = filters.cursor !== "" && "status" in error && error.status === 400;
  return (
    <div className="state-panel" role="alert">
      <EmptyCase />
      <h2 className="font-display text-3xl">Failed to fetch products</h2>
      <p className="mt-2 text-muted">
        {badPage
          ? "This page of results no longer exists."
          : "We couldn't load the tools. Your search and filters are still here."}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {badPage ? null : (
          <Button tone="brass" onClick={retry}>
            Try again
          </Button>
        )}
        <a
          href={badPage ? homeAddress(filters, { section: null }) : "/"}
          className={buttonStyle({ tone: badPage ? "brass" : "quiet" })}
        >
          {badPage ? "Back to the first page" : "Back to Home"}
        </a>
      </div>
    </div>
  );
}
