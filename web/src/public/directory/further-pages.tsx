import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { catalogQuery } from "../../api/products";
import { type Filters, pageAddress } from "../../filters";
import { firstPage, go, isPlainClick } from "../../history";
import { Button, buttonStyle } from "../../kit/button";
import { useHydrated } from "../../kit/hydrated";
import { ProductCard } from "../../kit/tools/product-card";
import { ListingSection } from "./listing";
import { CardSkeletons } from "./listing-states";
import { placeOf } from "./titles";
import type { Shown } from "./use-catalog";
import { useFurtherPage } from "./use-catalog";

/**
 * Returns the filters of the first page that a numbered list shows. After "Show more" the URL has the number of the last
 * page; the ones above it stay, also when the visitor comes back. The server only renders the page of the URL.
 */
export function useFirstPage(filters: Filters): Filters {
  const isHydrated = useHydrated();
  const first = isHydrated && filters.page > 0 ? (firstPage() ?? filters.page) : filters.page;
  return first < filters.page ? { ...filters, page: first } : filters;
}

/** What follows the first page of a numbered list: the pages that were asked for, and links to all others. */
export function FurtherPages({ filters, catalog, last }: Shown & { last: number }) {
  const shown = Math.max(filters.page, Math.min(last, catalog.pages));
  const further = numbersTo(shown).slice(filters.page);
  return (
    <>
      {further.map((page) => (
        <FurtherPage key={page} filters={filters} page={page} isLast={page === shown} />
      ))}
      {shown < catalog.pages ? <ShowMore filters={filters} next={shown + 1} /> : null}
      <PageNumbers filters={filters} current={shown} pages={catalog.pages} />
    </>
  );
}

interface FurtherPageProps {
  filters: Filters;
  page: number;
  /** It was asked for last, so its first card gets the focus. */
  isLast: boolean;
}

/** A further page: it goes on with the section above it, without another heading. */
function FurtherPage({ filters, page, isLast }: FurtherPageProps) {
  const client = useQueryClient();
  const { data, first, hasFailed, retry } = useFurtherPage({ ...filters, page }, isLast);
  if (hasFailed) {
    return (
      <div className="mt-8 flex justify-center">
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  if (!data) {
    return (
      <ul className="card-grid mt-4">
        <CardSkeletons count={8} />
      </ul>
    );
  }
  const before = client.getQueryData(catalogQuery({ ...filters, page: page - 1 }).queryKey)?.sections.at(-1)?.section;
  return data.sections.map((section) =>
    section.section === before ? (
      <ul key={section.section} className="card-grid mt-4">
        {section.products.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            from={placeOf(filters)}
            ref={index === 0 ? first : undefined}
          />
        ))}
      </ul>
    ) : (
      <ListingSection key={section.section} filters={filters} section={section} goesOn={false} />
    ),
  );
}

/** Shows the next page below, under its own URL. */
function ShowMore({ filters, next }: { filters: Filters; next: number }) {
  const address = pageAddress(filters, next);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    go(address, { replace: true, firstPage: filters.page });
  };
  return (
    <div className="mt-8 flex justify-center">
      <a key={address} href={address} className={buttonStyle()} onClick={onClick}>
        Show more
      </a>
    </div>
  );
}

interface PageNumbersProps {
  filters: Filters;
  current: number;
  pages: number;
}

/**
 * The longest list whose first page links to all of its pages, not only to the ones of numbersOf: so each of its tools is
 * two links away, which search engines look at.
 */
export const maxAll = 250;

/** Links to the pages of the list. */
function PageNumbers({ filters, current, pages }: PageNumbersProps) {
  const numbers = numbersOf(current, pages);
  const link = (number: number) => (
    <a
      key={number}
      href={pageAddress(filters, number)}
      rel={number === current - 1 ? "prev" : number === current + 1 ? "next" : undefined}
      aria-current={number === current ? "page" : undefined}
      aria-label={`Page ${number}`}
      className="chip tabular-nums"
    >
      {number}
    </a>
  );
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center justify-center gap-2">
      {numbers.map((number, index) => [
        number > (numbers[index - 1] ?? 0) + 1 ? (
          <span key="gap" aria-hidden="true" className="text-dim">
            …
          </span>
        ) : null,
        link(number),
      ])}
      {current === 1 && numbers.length < pages && pages <= maxAll ? (
        <details className="basis-full">
          <summary className="chip chevron mx-auto w-fit">All {pages} pages</summary>
          <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{numbersTo(pages).map(link)}</div>
        </details>
      ) : null}
    </nav>
  );
}

/**
 * The pages that are linked from a page: its neighbors, its ten, every tenth of its hundred, every hundredth, the first
 * and the last. So each of a thousand pages is at most three links away from the first.
 */
export function numbersOf(current: number, pages: number): number[] {
  return numbersTo(pages).filter(
    (number) =>
      number === 1 ||
      number === pages ||
      Math.abs(number - current) === 1 ||
      [10, 100, 1000].some(
        (size) => number % (size / 10) === 0 && Math.ceil(number / size) === Math.ceil(current / size),
      ),
  );
}

export const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
