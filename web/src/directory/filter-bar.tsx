import { IconChevronDown, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Catalog } from "../api/catalog";
import { type Filters, homeAddress, type Sort } from "../filters";
import { formatCount } from "../ui/count";
import { Dropdown } from "../ui/dropdown";
import { Skeleton } from "../ui/skeleton";

type Facets = Catalog["facets"];

interface FilterBarProps {
  filters: Filters;
  facets: Facets;
}

/** Categories that stand beside "All" by themselves; all of them are under "More". */
const chips = 6;

/** What the list can be narrowed and ordered by. Everything is a link: the filters live in the address. */
export function FilterBar({ filters, facets }: FilterBarProps) {
  return (
    <div className="filter-bar">
      <CategoryFilter filters={filters} facets={facets} />
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <PricingFilter filters={filters} facets={facets} />
        <span aria-hidden="true" className="mx-2 h-4 w-px bg-line" />
        <SortMenu filters={filters} />
      </div>
      <Narrowings filters={filters} />
    </div>
  );
}

function CategoryFilter({ filters, facets }: FilterBarProps) {
  const toCategory = (category: string) => homeAddress(filters, { category, section: null });
  const shown = chipsOf(facets.categories, filters.category);
  return (
    <nav aria-label="Filter by category" className="flex flex-wrap items-center gap-2">
      <Chip href={toCategory("all")} count={facets.allCategories} chosen={filters.category === "all"}>
        All
      </Chip>
      {shown.map(({ slug, name, count }) => (
        <Chip key={slug} href={toCategory(slug)} count={count} chosen={slug === filters.category}>
          {name}
        </Chip>
      ))}
      {facets.categories.length > shown.length ? (
        <Dropdown
          label={
            <>
              More <IconChevronDown size={14} aria-hidden="true" />
            </>
          }
          buttonClassName="chip"
          panelClassName="max-h-96 w-72"
        >
          {facets.categories.map(({ slug, name, count }) => (
            <MenuLink key={slug} href={toCategory(slug)} chosen={slug === filters.category}>
              {name} <span className="menu-count">{formatCount(count)}</span>
            </MenuLink>
          ))}
        </Dropdown>
      ) : null}
    </nav>
  );
}

/** The categories with the most matches, and the chosen one in any case. */
function chipsOf(categories: Facets["categories"], chosen: string) {
  const byCount = [...categories].sort((a, b) => b.count - a.count);
  const shown = byCount.slice(0, chips);
  const missing = byCount.slice(chips).find(({ slug }) => slug === chosen);
  return missing ? [missing, ...shown.slice(0, -1)] : shown;
}

/** A second press on the chosen price takes the filter away. */
function PricingFilter({ filters, facets }: FilterBarProps) {
  return (
    <nav aria-label="Filter by price" className="flex items-center">
      {facets.pricing.map(({ value, count }) => {
        const chosen = value === filters.pricing;
        return (
          <a
            key={value}
            href={homeAddress(filters, { pricing: chosen ? "all" : value })}
            className="filter-link"
            aria-current={chosen ? "true" : undefined}
          >
            {value} <span className="menu-count">{formatCount(count)}</span>
          </a>
        );
      })}
    </nav>
  );
}

const orders: { sort: Sort; name: string }[] = [
  { sort: "new", name: "Editor’s order" },
  { sort: "latest", name: "Latest" },
  { sort: "popular", name: "Popular" },
  { sort: "name", name: "Name" },
];

function SortMenu({ filters }: { filters: Filters }) {
  const choices: { sort: Sort | null; name: string }[] =
    filters.search === "" ? orders : [{ sort: null, name: "Relevance" }, ...orders];
  const current = filters.sort ?? (filters.search === "" ? "new" : null);
  const name = choices.find(({ sort }) => sort === current)?.name;
  return (
    <Dropdown
      label={
        <>
          <span className="text-dim">Sort:</span> {name} <IconChevronDown size={14} aria-hidden="true" />
        </>
      }
      buttonClassName="filter-link"
      panelClassName="right-0 w-48"
    >
      {choices.map(({ sort, name }) => (
        <MenuLink key={name} href={homeAddress(filters, { sort })} chosen={sort === current}>
          {name}
        </MenuLink>
      ))}
    </Dropdown>
  );
}

/** Filters that an address can bring without a place of their own in the bar; each can be taken away. */
function Narrowings({ filters }: { filters: Filters }) {
  const narrowings = [
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

interface LinkProps {
  href: string;
  chosen: boolean;
  children: ReactNode;
}

function Chip({ href, chosen, count, children }: LinkProps & { count: number }) {
  return (
    <a href={href} className="chip" aria-current={chosen ? "true" : undefined}>
      {children} <span className="chip-count">{formatCount(count)}</span>
    </a>
  );
}

function MenuLink({ href, chosen, children }: LinkProps) {
  return (
    <a href={href} className="menu-link" aria-current={chosen ? "true" : undefined}>
      {children}
    </a>
  );
}

export function FilterBarSkeleton() {
  return (
    <div className="filter-bar" aria-hidden="true">
      <div className="flex flex-wrap gap-2">
        {[72, 96, 84, 104, 92, 110, 80].map((width) => (
          <span key={width} className="skeleton h-11 rounded-full md:h-9" style={{ width }} />
        ))}
      </div>
      <Skeleton className="h-11 w-72 rounded-lg md:h-9" />
    </div>
  );
}
