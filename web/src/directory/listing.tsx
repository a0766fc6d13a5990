import { useQueryClient } from "@tanstack/react-query";
import {
  Fragment,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type CatalogSection, catalogQuery, furtherPage } from "../api/catalog";
import { sequence, template } from "../cacheable";
import { withTurnedHues } from "../components/light";
import { card, ProductCard } from "../components/product-card";
import { type Filters, homeAddress, type Section } from "../filters";
import { buttonStyle } from "../ui/button";
import { countOf, formatCount } from "../ui/count";
import { isPlainClick } from "../ui/plain-click";
import { CardSkeletons } from "./listing-states";
import { shownPages, storeShownPages } from "./shown-pages";
import type { Shown } from "./use-catalog";
import { useFurtherPage } from "./use-further-page";

/**
 * How many further pages load automatically on scrolling; then the user is asked, so that the footer can be reached.
 */
const pagesInARow = 10;

/**
 * The root margin that loads the next page: up to 800 px below the viewport, or anywhere above, as the user may jump.
 */
const readAhead = "1000000px 0px 800px";

interface ListingProps extends Shown {
  /** What comes after the first section. */
  afterFirst: ReactNode;
}

/** The sections that have tools. The last one loads further pages on scrolling, unless something comes after it. */
export const Listing = memo(function Listing({ filters, catalog, afterFirst }: ListingProps) {
  return (
    <>
      {filters.cursor === "" ? null : (
        <a href={homeAddress(filters, { section: null })} className={buttonStyle({ className: "mt-6" })}>
          Back to the first page
        </a>
      )}
      {catalog.sections.map((section, index) => (
        <Fragment key={section.section}>
          <ListingSection
            filters={filters}
            section={section}
            goesOn={index === catalog.sections.length - 1 && (index > 0 || !afterFirst)}
          />
          {index === 0 ? afterFirst : null}
        </Fragment>
      ))}
    </>
  );
});

interface ListingSectionProps {
  filters: Filters;
  section: CatalogSection;
  goesOn: boolean;
}

export function ListingSection(props: ListingSectionProps) {
  const { section, total } = props.section;
  const heading = section === "Our Products" ? "our-products" : "recommended-ai-products";
  return (
    <section aria-labelledby={heading} className="list-section">
      <div className="mb-3 flex items-baseline gap-3 sm:mb-5">
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
  ({ filters, section: { section, total, products, next }, goesOn }: ListingSectionProps) => (
    <>
      {withTurnedHues(products).map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
      <Next filters={filters} section={section} cursor={next} goesOn={goesOn} page={1} left={total - products.length} />
    </>
  ),
  ({ filters, section: { section, products, next } }) => [
    ...withTurnedHues(products).map(card.split),
    next === "" ? [] : moreLink.split({ section, address: addressOf({ filters, section, cursor: next }) }),
  ],
);

interface FurtherPageProps {
  filters: Filters;
  section: Section;
  cursor: string;
  goesOn: boolean;
  /** How many pages of the section come before this one. */
  page: number;
  /** How many products of the section are not shown yet. */
  left: number;
}

/** The next page of a section, if there is one. */
function Next(props: FurtherPageProps) {
  const address = addressOf(props);
  return props.cursor === "" ? null : <FurtherPage key={address} address={address} {...props} />;
}

const addressOf = ({ filters, section, cursor }: Pick<FurtherPageProps, "filters" | "section" | "cursor">) =>
  homeAddress(filters, { section, cursor });

/**
 * A further page and the ones after it. Until it is requested, a link to the page's own URL is in its place. Where
 * pages load automatically, their height is reserved. A page that was loaded before is shown immediately, so that going
 * back or reloading shows the whole list.
 */
function FurtherPage({ address, ...props }: FurtherPageProps & { address: string }) {
  const { filters, section, cursor, page, left, goesOn } = props;
  const client = useQueryClient();
  const query = catalogQuery({ ...filters, section, cursor });
  const [asked, setAsked] = useState<Asked>(() => client.getQueryData(query.queryKey) !== undefined && "before");
  const comes = useScrolled() && canWatch() && goesOn && page % pagesInARow !== 0;
  const firstNew = useRef<HTMLLIElement>(null);
  const ask = (how: Asked) => {
    storeShownPages(section, page);
    setAsked(how);
  };
  useWhenNear(firstNew, comes && !asked, () => ask("near"));
  useEffect(() => {
    if (shownPages(section) >= page) setAsked((before) => before || "before");
  }, [section, page]);
  if (asked) return <AskedPage address={address} isPressed={asked === "pressed"} {...props} />;
  return (
    <>
      {comes ? <CardSkeletons count={skeletonsFor(left)} first={firstNew} /> : null}
      <MoreLink address={address} section={section} ask={() => ask("pressed")}>
        {showMore}
      </MoreLink>
    </>
  );
}

/** Whether and how a page was requested: by a click, by coming near, or before the list was mounted. */
type Asked = false | "pressed" | "near" | "before";

interface AskedPageProps extends FurtherPageProps {
  address: string;
  /** The user clicked for it, so its first card gets the focus once it is loaded. */
  isPressed: boolean;
}

function AskedPage({ address, isPressed, ...props }: AskedPageProps) {
  const { filters, section, cursor, page, left } = props;
  const { data, first, hasFailed, retry } = useFurtherPage({ ...filters, section, cursor }, isPressed);
  if (hasFailed) {
    return (
      <MoreLink address={address} section={section} ask={retry}>
        Try again
      </MoreLink>
    );
  }
  if (!data) return <CardSkeletons count={skeletonsFor(left)} />;
  const { products = [], next = "" } = data.sections[0] ?? {};
  return (
    <>
      {withTurnedHues(products).map((product, index) => (
        <ProductCard key={product.id} product={product} ref={index === 0 ? first : undefined} />
      ))}
      <Next {...props} cursor={next} page={page + 1} left={left - products.length} />
    </>
  );
}

/** How many skeleton cards the next page has: at least one, as the catalogue may have changed since it was counted. */
const skeletonsFor = (left: number) => Math.max(1, Math.min(left, furtherPage));

const showMore = "Show more";

interface MoreLinkProps {
  address: string;
  section: Section;
  ask: () => void;
  children: string;
}

function MoreLink({ address, section, ask, children }: MoreLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    ask();
  };
  return (
    <li className="col-span-full mt-4 flex justify-center">
      <a href={address} rel="next" className={buttonStyle()} onClick={onClick}>
        {children} <span className="sr-only">of {section}</span>
      </a>
    </li>
  );
}

const moreLink = template(
  "more link",
  ({ section, address }: Pick<MoreLinkProps, "section" | "address">) => ({ shape: section, texts: { address } }),
  (section, { address }) => (
    <MoreLink address={address} section={section} ask={() => undefined}>
      {showMore}
    </MoreLink>
  ),
);

/**
 * Reports whether the user has scrolled. A list that was not scrolled, or that changes while typing, does not load
 * more.
 */
function useScrolled(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  );
}

function onScroll(changed: () => void) {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

const canWatch = () => "IntersectionObserver" in window;

/** Calls the function when the element comes near the viewport. */
function useWhenNear(element: RefObject<HTMLElement | null>, active: boolean, call: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is the same for as long as it is awaited
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call();
      },
      { rootMargin: readAhead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [active]);
}
