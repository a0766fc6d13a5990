import { IconX } from "@tabler/icons-react";
import { type ComponentProps, type ComponentType, useState } from "react";
import type { Catalog } from "../../api/schema.gen";
import { cacheable, sequence, template } from "../../cacheable";
import {
  categoryPath,
  type Filters,
  homeAddress,
  type Pricing,
  queryBesideCategory,
  type Sort,
  sortNames,
  sorts,
} from "../../filters";
import { formatCount } from "../../kit/count";
import { Dropdown } from "../../kit/dropdown";
import { type Language, languageOf } from "../../kit/language";
import { Skeleton } from "../../kit/skeleton";

type Facets = Catalog["facets"];

export interface FilterBarProps {
  filters: Filters;
  facets: Facets;
}

/** How many categories have a chip; the menu has them all. */
const maxChips = 12;

const bar = "filter-bar";

/** The filters and sort orders of the list. Each one is a link, as the filters are in the URL. */
export function FilterBar(props: FilterBarProps) {
  return <div className={bar} {...filterBarContents.of(props)} />;
}

export const filterBarContents = cacheable("filter bar", contents, ({ filters }) => filters.search === ""); // searches rarely repeat

/** A tag's list has no categories beside it: each with each would make thousands of lists that nobody looks for. */
const isOfTag = ({ category, tag }: Filters) => category === "all" && tag !== "";

function contents({ filters, facets }: FilterBarProps) {
  const { allCategories, allPricing } = facets; // the totals for another category or another price
  return (
    <>
      <div className="category-filter">
        {allPricing > 0 ? <SheetButton filters={filters} facets={facets} /> : null}
        {allCategories > 0 && !isOfTag(filters) ? <CategoryFilter filters={filters} facets={facets} /> : null}
      </div>
      {allPricing > 0 ? (
        <div className="list-controls">
          <nav aria-label="Filter by price" className="price-filter">
            <span aria-hidden="true" className="price-name">
              Price
            </span>
            <PriceLinks filters={filters} facets={facets} className="filter-link" />
          </nav>
          <Dropdown
            label={
              <>
                <span className="sort-label max-[56rem]:sr-only">Sort:</span> {sortOf(filters)}
              </>
            }
            buttonClassName="filter-link chevron"
            panelClassName="w-48"
          >
            <SortLinks filters={filters} />
          </Dropdown>
        </div>
      ) : null}
      <Narrowings filters={filters} />
    </>
  );
}

/** Opens all filters in a sheet where the window has no space for a line of each. Its script is loaded then. */
function SheetButton(props: FilterBarProps) {
  const [Sheet, setSheet] = useState<ComponentType<FilterBarProps & { onClose: () => void }>>();
  const open = () => {
    import("./filter-sheet").then(
      ({ FilterSheet }) => setSheet(() => FilterSheet),
      () => location.reload(),
    ); // an update of the site has replaced it
  };
  return (
    <>
      <button type="button" className="chip chip-icon" aria-haspopup="dialog" onClick={open}>
        Filter
      </button>
      {Sheet ? <Sheet {...props} onClose={() => setSheet(undefined)} /> : null}
    </>
  );
}

function CategoryFilter({ filters, facets }: FilterBarProps) {
  const query = queryBesideCategory(filters);
  const shown = chipsOf(facets.categories, filters.category);
  return (
    <nav aria-label="Filter by category" className="category-line">
      {filters.pricing === "all" ? null : (
        <Removable
          name={nameOf(filters.pricing)}
          href={homeAddress(filters, { pricing: "all" })}
          className="price-chip"
        />
      )}
      <div className="category-chips">
        <Chip href={categoryPath("all") + query} count={facets.allCategories} chosen={filters.category === "all"}>
          All
        </Chip>
        {shown.map(({ slug, name, count }) => (
          <Chip
            key={slug}
            {...languageOf(name)}
            href={categoryPath(slug) + query}
            count={count}
            chosen={slug === filters.category}
          >
            {name}
          </Chip>
        ))}
      </div>
      {facets.categories.length > shown.length ? (
        <Dropdown
          label={`All ${formatCount(facets.categories.length)} categories`}
          buttonClassName="chip chevron"
          panelClassName="max-h-96 w-72"
          contents={categoryMenu.of({ categories: facets.categories, query, chosen: filters.category })}
        />
      ) : null}
    </nav>
  );
}

interface CategoryMenuProps {
  categories: Facets["categories"];
  query: string;
  /** The chosen category's slug. */
  chosen: string;
}

/** Every category with its number of matches. A search changes the counts, so each link is cached separately. */
export const categoryMenu = sequence(
  (menu: CategoryMenuProps) => linksOf(menu).map((link) => <CategoryLink key={link.href} {...link} />),
  (menu) => linksOf(menu).map(categoryLink.split),
);

const linksOf = ({ categories, query, chosen }: CategoryMenuProps): CategoryLinkProps[] =>
  categories.map(({ slug, name, count }) => ({
    href: categoryPath(slug) + query,
    name,
    count: formatCount(count),
    chosen: slug === chosen,
    ofName: languageOf(name),
  }));

const categoryLink = template(
  "category link",
  ({ href, name, count, ...shape }: CategoryLinkProps) => ({
    shape,
    texts: { href, name, count },
  }),
  (shape, texts) => <CategoryLink {...texts} {...shape} />,
  ({ name }) => name !== "",
);

interface CategoryLinkProps {
  href: string;
  name: string;
  /** The formatted count. */
  count: string;
  chosen: boolean;
  ofName: Language;
}

function CategoryLink({ href, name, count, chosen, ofName }: CategoryLinkProps) {
  return (
    <MenuLink {...ofName} href={href} chosen={chosen}>
      {name} <span className="menu-count">{count}</span>
    </MenuLink>
  );
}

/** Returns the chosen category and the ones with the most matches. */
const chipsOf = (categories: Facets["categories"], chosen: string) =>
  [...categories]
    .sort((a, b) => Number(b.slug === chosen) - Number(a.slug === chosen) || b.count - a.count)
    .slice(0, maxChips);

const nameOf = (price: Pricing) => (price === "Unknown" ? "No price listed" : price);

/** "No price listed" is only offered if there are such tools. */
export function PriceLinks({ filters, facets, className }: FilterBarProps & { className?: string }) {
  const any = { value: "all" as const, name: "Any", count: null };
  const prices = facets.pricing.map(({ value, count }) => ({
    value,
    count,
    name: nameOf(value),
  }));
  return [any, ...prices].map(({ value, name, count }) =>
    value === "Unknown" && count === 0 && filters.pricing !== value ? null : (
      <a
        key={value}
        href={homeAddress(filters, { pricing: value })}
        className={className}
        aria-current={value === filters.pricing ? "true" : undefined}
      >
        {name} {count === null ? null : <span className="menu-count">{formatCount(count)}</span>}
      </a>
    ),
  );
}

const orders = sorts.map((sort) => ({ sort, name: sortNames[sort] }));

/** The orders to choose from: relevance comes first in a search. */
const choicesOf = ({ search }: Filters): { sort: Sort | null; name: string }[] =>
  search === "" ? orders : [{ sort: null, name: "Relevance" }, ...orders];

const currentSort = ({ sort, search }: Filters) => sort ?? (search === "" ? "new" : null);

const sortOf = (filters: Filters) => choicesOf(filters).find(({ sort }) => sort === currentSort(filters))?.name;

export function SortLinks({ filters }: { filters: Filters }) {
  return choicesOf(filters).map(({ sort, name }) => (
    <MenuLink key={name} href={homeAddress(filters, { sort })} chosen={sort === currentSort(filters)}>
      {name}
    </MenuLink>
  ));
}

/** Filters that only a URL can set, as they have no control in the bar; each can be removed. */
function Narrowings({ filters }: { filters: Filters }) {
  const narrowings = [
    filters.tag !== "" && !isOfTag(filters) && { name: filters.tag, without: { tag: "" } },
    filters.section !== null && { name: filters.section, without: { section: null } },
    filters.featured && { name: "Featured", without: { featured: false } },
    filters.deal && { name: "Deals", without: { deal: false } },
  ].filter((narrowing) => narrowing !== false);
  if (narrowings.length === 0) return null;
  return (
    <p className="narrowings">
      Only
      {narrowings.map(({ name, without }) => (
        <Removable key={name} name={name} href={homeAddress(filters, without)} />
      ))}
    </p>
  );
}

/** A filter that is set; pressed, it is not. */
function Removable({ name, href, className = "" }: { name: string; href: string; className?: string }) {
  return (
    <a href={href} className={`chip ${className}`} aria-label={`Remove filter: ${name}`}>
      {name} <IconX size={14} aria-hidden="true" />
    </a>
  );
}

type LinkProps = ComponentProps<"a"> & { chosen: boolean };

function Chip({ chosen, count, children, ...link }: LinkProps & { count: number }) {
  return (
    <a {...link} className="chip" aria-current={chosen ? "true" : undefined}>
      {children} <span className="chip-count">{formatCount(count)}</span>
    </a>
  );
}

function MenuLink({ chosen, children, ...link }: LinkProps) {
  return (
    <a {...link} aria-current={chosen ? "true" : undefined}>
      {children}
    </a>
  );
}

export function FilterBarSkeleton() {
  return (
    <div className={bar} aria-hidden="true">
      <div className="flex flex-wrap gap-2">
        {[72, 96, 84, 104].map((width) => (
          <span key={width} className="skeleton h-11 rounded-full md:h-9" style={{ width }} />
        ))}
      </div>
      <Skeleton className="h-11 w-72 rounded-lg md:h-9" />
    </div>
  );
}
