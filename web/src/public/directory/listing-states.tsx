import type { Ref } from "react";
import type { HomeRows as Rows } from "../../api/schema.gen";
import { type Filters, homeAddress, noFilters } from "../../filters";
import { Button, buttonStyle } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { Skeleton } from "../../kit/skeleton";
import { useSite } from "../../site";
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
export const RowsSkeleton = () => <Skeleton className="mt-9 h-96 rounded-2xl lg:mt-15" />;

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
      <Skeleton className="col-start-3 ml-auto h-11 w-20 rounded-lg md:h-8" />
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
      <h2 className="font-display text-3xl">The first tools are on their way</h2>
      <p className="mt-2 text-balance text-muted">Check back soon. If you make an AI tool, you can submit it now.</p>
      <a href="/submit" className={buttonStyle({ className: "mt-6" })}>
        Submit an AI tool
      </a>
    </div>
  );
}

/** The most categories offered when nothing was found. */
const maxCategories = 12;

interface ListingEmptyProps {
  filters: Filters;
  /** h1 if the page has no other title. */
  title: "h1" | "h2";
}

/** Shown when nothing matches, with links to continue. */
export function ListingEmpty({ filters, title: Title }: ListingEmptyProps) {
  const categories = useSite()?.categories.slice(0, maxCategories) ?? [];
  return (
    <div className="state-panel">
      <EmptyCase />
      <Title className="font-display text-3xl">No tools found</Title>
      <p className="mt-2 text-muted">Try adjusting your search or filters</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {filters.search !== "" && homeAddress({ ...noFilters, search: filters.search }) !== homeAddress(filters) ? (
          <a href={homeAddress({ ...noFilters, search: filters.search })} className={buttonStyle()}>
            Search all tools
          </a>
        ) : null}
        <a href="/" className={buttonStyle({ tone: "brass" })}>
          Clear filters
        </a>
      </div>
      {categories.length > 0 ? (
        <nav aria-label="Categories to browse" className="mt-10 flex max-w-2xl flex-wrap justify-center gap-2">
          {categories.map(({ slug, name }) => (
            <a key={slug} href={homeAddress({ ...noFilters, category: slug })} {...languageOf(name)} className="chip">
              {name}
            </a>
          ))}
        </nav>
      ) : null}
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

/** A bell jar with nothing under it. */
function EmptyCase() {
  return (
    <svg viewBox="0 0 96 88" width="96" height="88" fill="none" aria-hidden="true" className="mb-6 text-dim">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <path d="M26 70V40a22 22 0 0 1 44 0v30" />
        <circle cx="48" cy="13.500" r="3.500" />
        <path d="M14 70h68v5a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3z" />
        <path d="M33 42a15 15 0 0 1 7-12" opacity=".6" />
      </g>
      <path d="M40 66h16" stroke="var(--color-brass)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
