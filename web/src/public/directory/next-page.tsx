import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { catalogQuery, furtherPage } from "../../api/products";
import type { CatalogSection, ProductCard as ProductCardData } from "../../api/schema.gen";
import { template } from "../../cacheable";
import { type Filters, homeAddress } from "../../filters";
import { isPlainClick } from "../../history";
import { buttonStyle } from "../../kit/button";
import { ProductCard } from "../../kit/tools/product-card";
import { CardSkeletons } from "./listing-states";
import { placeOf } from "./titles";
import { useFurtherPage } from "./use-catalog";

/**
 * How many further pages load automatically on scrolling; then the user is asked, so that the footer can be reached.
 */
const pagesInARow = 10;

/** Empty for the list of all tools, which has no next page of this kind. */
type Section = CatalogSection["section"];

interface FurtherPageProps {
  filters: Filters;
  section: Section;
  without: ReadonlySet<string> | undefined;
  cursor: string;
  goesOn: boolean;
  /** How many pages of the section come before this one. */
  page: number;
  /** How many products of the section are not shown yet. */
  left: number;
}

/** The next page of a section, if there is one. */
export function NextPage(props: FurtherPageProps) {
  const address = addressOf(props);
  return props.cursor === "" ? null : <FurtherPage key={address} address={address} {...props} />;
}

export const addressOf = ({ filters, section, cursor }: Pick<FurtherPageProps, "filters" | "section" | "cursor">) =>
  homeAddress(filters, { section: section || null, cursor });

/**
 * A further page and the ones after it. Until it is requested, a link to the page's own URL is in its place. Where
 * pages load automatically, their height is reserved. A page that was loaded before is shown immediately, so that going
 * back or reloading shows the whole list.
 */
function FurtherPage({ address, ...props }: FurtherPageProps & { address: string }) {
  const { filters, section, cursor, page, left, goesOn } = props;
  const client = useQueryClient();
  const query = catalogQuery({ ...filters, section: section || null, cursor });
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
  const { filters, section, without, cursor, page, left } = props;
  const { data, first, hasFailed, retry } = useFurtherPage({ ...filters, section: section || null, cursor }, isPressed);
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
      {except(products, without).map((product, index) => (
        <ProductCard key={product.id} product={product} from={placeOf(filters)} ref={index === 0 ? first : undefined} />
      ))}
      <NextPage {...props} cursor={next} page={page + 1} left={left - products.length} />
    </>
  );
}

/** The products without those of these slugs, which are shown elsewhere on the page. */
export const except = (products: ProductCardData[], without: ReadonlySet<string> | undefined) =>
  without ? products.filter(({ slug }) => !without.has(slug)) : products;

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

export const moreLink = template(
  "more link",
  ({ section, address }: Pick<MoreLinkProps, "section" | "address">) => ({ shape: section, texts: { address } }),
  (section, { address }) => (
    <MoreLink address={address} section={section} ask={() => undefined}>
      {showMore}
    </MoreLink>
  ),
);

/** The number of further pages per section in the current history entry. */
const pagesOfEntry = (): Partial<Record<Section, number>> => history.state?.pages ?? {};

/** Returns how many further pages of a section this history entry shows; a reload shows them again. */
const shownPages = (section: Section): number => pagesOfEntry()[section] ?? 0;

/** Stores in the history entry how many further pages are shown. */
function storeShownPages(section: Section, pages: number) {
  if (pages <= shownPages(section)) return;
  history.replaceState({ ...history.state, pages: { ...pagesOfEntry(), [section]: pages } }, "");
}

/**
 * The root margin that loads the next page: up to 800 px below the viewport, or anywhere above, as the user may jump.
 */
const readAhead = "1000000px 0px 800px";

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
