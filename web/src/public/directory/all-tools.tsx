import { useQuery } from "@tanstack/react-query";
import { catalogQuery } from "../../api/products";
import type { ProductCard } from "../../api/schema.gen";
import { cacheable } from "../../cacheable";
import { pageAddress } from "../../filters";
import { Breadcrumb } from "../../kit/breadcrumb";
import { countOf } from "../../kit/count";
import { fold } from "../../kit/fold";
import { NotFound } from "../../kit/not-found";
import { filtersOf, type Visit } from "../../visit";
import { PageNumbers } from "./further-pages";
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
  const onlyLetter = shown.length === 1 ? shown[0]?.[0] : undefined;
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
        <nav aria-label="Letters" className="letters">
          {data.letters.map(({ letter, page }) => (
            <a
              key={letter}
              href={`${pageAddress(filters, page)}#${idOf(letter)}`}
              aria-current={letter === onlyLetter ? "location" : undefined}
              className="chip"
            >
              {letter}
            </a>
          ))}
        </nav>
      ) : null}
      {shown.map(([letter, products]) => (
        <section key={letter} aria-labelledby={idOf(letter)} className="mt-9">
          <h2 id={idOf(letter)} className="letter">
            {letter}
          </h2>
          <ul className="letter-tools" {...toolLines.of(products)} />
        </section>
      ))}
      {data && data.pages > 1 ? <PageNumbers filters={filters} current={filters.page} pages={data.pages} /> : null}
      {data?.total === 0 ? <ListingNew /> : null}
      {error ? <ListingError error={error} filters={filters} retry={() => void refetch()} /> : null}
      {data || error ? null : <ListingSkeleton />}
    </div>
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
