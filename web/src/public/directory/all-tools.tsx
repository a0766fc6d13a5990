import { useQuery } from "@tanstack/react-query";
import { catalogQuery } from "../../api/products";
import type { ProductCard } from "../../api/schema.gen";
import { pageAddress } from "../../filters";
import { fold } from "../../kit/fold";
import { NotFound } from "../../kit/not-found";
import { cards } from "../../kit/tools/product-card";
import { filtersOf, type Visit } from "../../visit";
import { PageNumbers } from "./further-pages";
import { useLogosAhead } from "./home";
import { HomeHeading } from "./home-heading";
import { ListingError, ListingNew, ListingSkeleton } from "./listing-states";
import { allToolsHeading, ofPage } from "./titles";

/** All tools from A to Z, with links to where each letter begins. Its cards have their height at once, or the links would miss. */
export function AllTools({ visit }: { visit: Visit }) {
  const filters = filtersOf(visit);
  const { data, error, isFetching, refetch } = useQuery(catalogQuery(filters));
  useLogosAhead(data);
  if (data && filters.page > Math.max(data.pages, 1)) return <NotFound />;
  const topic = allToolsHeading + ofPage(filters.page);
  return (
    <div className="page-width" aria-busy={isFetching}>
      <HomeHeading filters={filters} topic={topic} catalog={data} searched="" correctedQuery="" />
      {data && data.letters.length > 1 ? (
        <nav
          aria-label="Letters"
          className="z-10 flex flex-wrap gap-1 bg-background py-2 lg:sticky lg:top-20 lg:justify-between"
        >
          {data.letters.map(({ letter, page }) => (
            <a
              key={letter}
              href={`${pageAddress(filters, page)}#${idOf(letter)}`}
              className="chip min-w-11 justify-center px-0 md:min-w-10"
            >
              {letter}
            </a>
          ))}
        </nav>
      ) : null}
      {byLetter(data?.sections[0]?.products ?? []).map(([letter, products]) => (
        <section key={letter} aria-labelledby={idOf(letter)} className="mt-9">
          <h2
            id={idOf(letter)}
            className="mb-3 scroll-mt-24 font-display lg:scroll-mt-40 text-[1.875rem] leading-tight sm:mb-5"
          >
            {letter}
          </h2>
          <ul className="card-grid *:[content-visibility:visible]" {...cards.of(products)} />
        </section>
      ))}
      {data && data.pages > 1 ? <PageNumbers filters={filters} current={filters.page} pages={data.pages} /> : null}
      {data?.total === 0 ? <ListingNew /> : null}
      {error ? <ListingError error={error} filters={filters} retry={() => void refetch()} /> : null}
      {data || error ? null : <ListingSkeleton />}
    </div>
  );
}

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
