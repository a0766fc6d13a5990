import { Fragment, memo, type ReactNode } from "react";
import type { CatalogSection } from "../../api/products";
import type { SponsoredCard } from "../../api/schema.gen";
import { sequence } from "../../cacheable";
import { type Filters, homeAddress } from "../../filters";
import { buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { useOpenCount } from "../../kit/count-visits";
import { card, ProductCard } from "../../kit/tools/product-card";
import { addressOf, except, moreLink, NextPage } from "./next-page";
import { isWholeHome, placeOf } from "./titles";
import type { Shown } from "./use-catalog";

interface ListingProps extends Shown {
  /** The slugs of tools that are shown above the list. */
  without: ReadonlySet<string> | undefined;
  /** What comes after the first section. */
  afterFirst: ReactNode;
}

/** The sections that have tools. The last one loads further pages on scrolling, unless something comes after it. */
export const Listing = memo(function Listing({ filters, catalog, without, afterFirst }: ListingProps) {
  return (
    <>
      {filters.cursor === "" ? null : (
        <a href={homeAddress(filters, { section: null })} className={buttonStyle({ className: "mt-6" })}>
          Back to the first page
        </a>
      )}
      {catalog.sponsored.length > 0 ? (
        <section aria-labelledby="sponsored" className="list-section">
          <h2 id="sponsored" className="mb-3 font-display text-[1.875rem] leading-tight sm:mb-5">
            Sponsored
          </h2>
          <ul className="card-grid">
            {catalog.sponsored.map((place) => (
              <Sponsored key={place.booking} {...place} />
            ))}
          </ul>
        </section>
      ) : null}
      {catalog.sections.map((section, index) => (
        <Fragment key={section.section}>
          <ListingSection
            filters={filters}
            section={section}
            without={without}
            isAlone={catalog.sections.length === 1 && !isWholeHome(filters)}
            goesOn={index === catalog.sections.length - 1 && (index > 0 || !afterFirst)}
          />
          {index === 0 ? afterFirst : null}
        </Fragment>
      ))}
    </>
  );
});

/** A tool at a place that it has booked. */
function Sponsored({ booking, product }: SponsoredCard) {
  useOpenCount(String(booking), "booking");
  return <ProductCard product={product} from={`booking-${booking}`} />;
}

interface ListingSectionProps {
  filters: Filters;
  section: CatalogSection;
  without?: ReadonlySet<string> | undefined;
  /** The list has no other section, so its heading would say nothing. */
  isAlone?: boolean;
  goesOn: boolean;
}

export function ListingSection(props: ListingSectionProps) {
  const { section, total } = props.section;
  const heading = section === "Our Products" ? "our-products" : "recommended-ai-products";
  return (
    <section aria-labelledby={heading} className="list-section">
      <div className={props.isAlone ? "sr-only" : "mb-3 flex items-baseline gap-3 sm:mb-5"}>
        <h2 id={heading} className="font-display text-[1.875rem] leading-tight">
          {section}
        </h2>
        <p className="text-sm text-dim tabular-nums">
          <span aria-hidden="true">{formatCount(total)}</span>
          <span className="sr-only">{countOf(total, "tool")}</span>
        </p>
      </div>
      <ul className="card-grid" {...listContents.of(props)} />
    </section>
  );
}

/** The first page of a section's cards, and what follows it: on the server a link. */
export const listContents = sequence(
  ({ filters, section: { section, total, products, next }, without, goesOn }: ListingSectionProps) => (
    <>
      {except(products, without).map((product) => (
        <ProductCard key={product.id} product={product} from={placeOf(filters)} />
      ))}
      <NextPage
        filters={filters}
        section={section}
        without={without}
        cursor={next}
        goesOn={goesOn}
        page={1}
        left={total - products.length}
      />
    </>
  ),
  ({ filters, section: { section, products, next }, without }) => [
    ...except(products, without).map((product) => card.split({ ...product, from: placeOf(filters) })),
    next === "" ? [] : moreLink.split({ section, address: addressOf({ filters, section, cursor: next }) }),
  ],
);
