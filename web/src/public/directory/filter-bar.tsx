import { IconX } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import type { Catalog } from "../../api/schema.gen";
import { cacheable, sequence, template } from "../../cacheable";
import {
  categoryPath,
  type Filters,
  homeAddress,
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

interface FilterBarProps {
  filters: Filters;
  facets: Facets;
}

/** How many categories have a chip; the menu has them all. */
const maxChips = 8;

const bar = "flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-6";

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
      {allCategories > 0 && !isOfTag(filters) ? <CategoryFilter filters={filters} facets={facets} /> : null}
      {allPricing > 0 ? (
        <div className="list-controls">
          <PricingFilter filters={filters} facets={facets} />
          <SortMenu filters={filters} />
        </div>
      ) : null}
      <Narrowings filters={filters} />
    </>
  );
}

function CategoryFilter({ filters, facets }: FilterBarProps) {
  const query = queryBesideCategory(filters);
  const shown = chipsOf(facets.categories, filters.category);
  return (
    <nav aria-label="Filter by category" className="category-filter">
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
      {facets.categories.length > shown.length ? (
        <Dropdown
          label="More"
          buttonClassName="chip chevron"
          panelClassName="max-h-96 w-full sm:w-72"
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

/** Clicking the chosen price again removes the filter. "Not listed" is only offered if there are such tools. */
function PricingFilter({ filters, facets }: FilterBarProps) {
  return (
    <nav aria-label="Filter by price" className="flex items-center">
      {facets.pricing.map(({ value, count }) => {
        const chosen = value === filters.pricing;
        return value === "Unknown" && count === 0 && !chosen ? null : (
          <a
            key={value}
            href={homeAddress(filters, { pricing: chosen ? "all" : value })}
            className="filter-link"
            aria-current={chosen ? "true" : undefined}
          >
            {value === "Unknown" ? "Not listed" : value} <span className="menu-count">{formatCount(count)}</span>
          </a>
        );
      })}
    </nav>
  );
}

const orders = sorts.map((sort) => ({ sort, name: sortNames[sort] }));

function SortMenu({ filters }: { filters: Filters }) {
  const choices: { sort: Sort | null; name: string }[] =
    filters.search === "" ? orders : [{ sort: null, name: "Relevance" }, ...orders];
  const current = filters.sort ?? (filters.search === "" ? "new" : null);
  const name = choices.find(({ sort }) => sort === current)?.name;
  return (
    <Dropdown
      label={
        <>
          <span className="sort-label">Sort:</span> {name}
        </>
      }
      buttonClassName="filter-link chevron"
      panelClassName="w-48"
    >
      {choices.map(({ sort, name }) => (
        <MenuLink key={name} href={homeAddress(filters, { sort })} chosen={sort === current}>
          {name}
        </MenuLink>
      ))}
    </Dropdown>
  );
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
    <p className="flex basis-full flex-wrap items-center gap-2 text-sm text-muted">
      Only
      {narrowings.map(({ name, without }) => (
        <a key={name} href={homeAddress(filters, without)} className="chip" aria-label={`Remove filter: ${name}`}>
          {name} <IconX size={14} aria-hidden="true" />
        </a>
      ))}
    </p>
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
        {[72, 96, 84, 104, 92, 110, 80].map((width) => (
          <span key={width} className="skeleton h-11 rounded-full md:h-9" style={{ width }} />
        ))}
      </div>
      <Skeleton className="h-11 w-72 rounded-lg md:h-9" />
    </div>
  );
}
