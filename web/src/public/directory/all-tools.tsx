import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { catalogQuery } from "../../api/products";
import type { Catalog, ProductCard } from "../../api/schema.gen";
import { cacheable } from "../../cacheable";
import { type Filters, pageAddress } from "../../filters";
import { Breadcrumb } from "../../kit/breadcrumb";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { Dropdown } from "../../kit/dropdown";
import { fold } from "../../kit/fold";
import { NotFound } from "../../kit/not-found";
import { filtersOf, type Visit } from "../../visit";
import { maxAll, numbersOf, numbersTo } from "./further-pages";
import { useLogosAhead } from "./home";
import { TopicHeading } from "./home-heading";
import { ToolLine } from "./home-rows";
import { ListingError, ListingNew, ListingSkeleton } from "./listing-states";
import { allToolsHeading, ofPage } from "./titles";

/** All tools from A to Z, with links to where each letter begins. Its lines have their height at once, or the links would miss. */
export function AllTools({ visit }: { visit: Visit }) {
  const filters = filtersOf(visit);
  const { data, error, isFetching, refetch } = useQuery(catalogQuery(filters));
  useLogosAhead(data);
  if (data && filters.page > Math.max(data.pages, 1)) return <NotFound />;
  const count = data && data.total > 0 ? countOf(data.total, "tool") : "";
  const shown = byLetter(data?.sections[0]?.products ?? []);
  return (
    <div className="page-width" aria-busy={isFetching}>
      <Breadcrumb
        between={filters.page > 1 ? [{ name: "All tools", address: pageAddress(filters, 1) }] : []}
        current={filters.page > 1 ? `Page ${filters.page}` : "All tools"}
      />
      <TopicHeading
        topic={allToolsHeading + ofPage(filters.page)}
        searched=""
        isFirst={false}
        count={count}
        correctedQuery=""
      />
      <p role="status" className="sr-only">
        {count}
      </p>
      {data && data.letters.length > 1 ? (
        <Letters filters={filters} letters={data.letters} shown={shown.map(([letter]) => letter)} />
      ) : null}
      {shown.map(([letter, products]) => (
        <section key={letter} aria-labelledby={idOf(letter)} className="mt-9">
          <h2 id={idOf(letter)} className="letter">
            {letter}
          </h2>
          <ul className="letter-tools" {...toolLines.of(products)} />
        </section>
      ))}
      {data && data.pages > 1 ? <Pager filters={filters} pages={data.pages} /> : null}
      {data?.total === 0 ? <ListingNew /> : null}
      {error ? <ListingError error={error} filters={filters} retry={() => void refetch()} /> : null}
      {data || error ? null : <ListingSkeleton />}
    </div>
  );
}

interface LettersProps {
  filters: Filters;
  letters: Catalog["letters"];
  /** Those of the page. */
  shown: string[];
}

/** Links to where each letter begins. Where the line is longer than the window, the one that the visitor came for is in its middle. */
function Letters({ filters, letters, shown: [first = "", ...others] }: LettersProps) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = line;
    const wanted = location.hash || `#${idOf(first)}`;
    const link = [...(current?.querySelectorAll("a") ?? [])].find(({ hash }) => hash === wanted);
    if (current && link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
  }, [first]);
  return (
    <nav ref={line} aria-label="Letters" className="letters">
      {letters.map(({ letter, page }) => (
        <a
          key={letter}
          href={`${pageAddress(filters, page)}#${idOf(letter)}`}
          aria-current={letter === first && others.length === 0 ? "location" : undefined}
          className="chip"
        >
          {letter}
        </a>
      ))}
    </nav>
  );
}

/** Letters lead to the pages, so these are in one line: the two beside this one, and the others in a menu. */
function Pager({ filters, pages }: { filters: Filters; pages: number }) {
  const { page } = filters;
  const beside = (number: number, rel: "prev" | "next", label: string) =>
    number < 1 || number > pages ? null : (
      <a href={pageAddress(filters, number)} rel={rel} className={buttonStyle()}>
        {label}
      </a>
    );
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap items-center justify-center gap-x-1 sm:gap-x-4">
      {beside(page - 1, "prev", "‹ Previous")}
      <Dropdown
        label={`Page ${page} of ${pages}`}
        buttonClassName="bar-link chevron"
        panelClassName="bottom-full top-auto max-h-96 w-40"
      >
        {(page === 1 && pages <= maxAll ? numbersTo(pages) : numbersOf(page, pages)).map((number) => (
          <a key={number} href={pageAddress(filters, number)} aria-current={number === page ? "page" : undefined}>
            Page {number}
          </a>
        ))}
      </Dropdown>
      {beside(page + 1, "next", "Next ›")}
    </nav>
  );
}

const toolLines = cacheable("tool lines", (products: ProductCard[]) =>
  products.map((product) => (
    <ToolLine key={product.id} tool={product} end={product.type === "Unknown" ? null : product.type} lazy />
  )),
);

/** The fragment of a letter. */
const idOf = (letter: string) => `letter-${letter === "#" ? "0" : letter.toLowerCase()}`;

/** The letter that a tool is under, without accents; "#" for a name that begins with none of A to Z. The server has the same rule. */
function letterOf({ name }: ProductCard): string {
  const first = fold([...name][0] ?? "").charAt(0);
  return /[a-z]/.test(first) ? first.toUpperCase() : "#";
}

/** The products of each letter, in the order of their first ones. */
function byLetter(products: ProductCard[]): [letter: string, products: ProductCard[]][] {
  const letters = new Map<string, ProductCard[]>();
  for (const product of products) {
    const letter = letterOf(product);
    letters.set(letter, [...(letters.get(letter) ?? []), product]);
  }
  return [...letters];
}
