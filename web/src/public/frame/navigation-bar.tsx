import type { Site } from "../../api/schema.gen";
import { template } from "../../cacheable";
import { categoryPath, type Filters, queryBesideCategory } from "../../filters";
import { buttonStyle } from "../../kit/button";
import { Dropdown } from "../../kit/dropdown";
import { languageOf } from "../../kit/language";
import { useSite } from "../../site";
import { type NavigationLink, Parts, slots } from "../../slots";
import { filtersInUse, useVisit } from "../../visit";
import { Brand } from "./brand";
import { SearchBox } from "./search-box";

const home: NavigationLink = { href: "/", label: "Home" };

const allCategories = <a href="/categories">Browse all categories</a>;

/**
 * The bar at the top of every public page. On narrow screens everything but the logo and the search is in a menu. On
 * wide screens the last column has the width of what is in it, so that the search does not move when a browser paints
 * before it has parsed that.
 */
export function NavigationBar({ siteName }: { siteName: string }) {
  const site = useSite();
  return (
    <header className="site-bar">
      <nav aria-label="Main" className={`page-width bar-columns ${site?.accounts ? "with-account" : ""}`}>
        <Brand siteName={siteName} logos={site?.logos} type="main" />
        <div className="bar-links">
          <PageLinks className="bar-link" />
          <Dropdown label="Categories" buttonClassName="bar-link chevron" panelClassName="max-h-[min(70vh,40rem)] w-64">
            <CategoryLinks />
            <div className="menu-end">{allCategories}</div>
          </Dropdown>
        </div>
        <SearchBox />
        <div className="bar-links">
          <SubmitLink />
          {site?.accounts ? <Parts of={slots.account} with={{ className: "account-link" }} /> : null}
        </div>
        <Dropdown
          label={<span className="sr-only">Menu</span>}
          tooltip="Menu"
          className="static ml-auto lg:hidden"
          buttonClassName="menu-button"
          panelClassName="menu-panel"
        >
          <PageLinks />
          {site?.accounts ? <Parts of={slots.account} with={{}} /> : null}
          <p className="menu-group">Categories</p>
          <CategoryLinks className="menu-categories" />
          {allCategories}
          <SubmitLink />
        </Dropdown>
      </nav>
    </header>
  );
}

function SubmitLink() {
  return (
    <a href="/submit" className={buttonStyle({ tone: "brass" })}>
      Submit AI Tool
    </a>
  );
}

function PageLinks({ className }: { className?: string }) {
  const { path, search } = useVisit();
  return [home, ...slots.navigation].map(({ href, label, Count }) => (
    <a key={href} href={href} className={className} aria-current={href === path && search === "" ? "page" : undefined}>
      {label}
      {Count ? <Count /> : null}
    </a>
  ));
}

function CategoryLinks({ className }: { className?: string }) {
  const { categories, groups } = useSite() ?? { categories: [], groups: [] };
  const filters = filtersInUse(useVisit());
  return <div className={className} {...categoryLinks.of({ categories, groups, filters })} />;
}

interface CategoryLinksProps extends Pick<Site, "categories" | "groups"> {
  filters: Filters;
}

/** A link to all categories, and by group one to each category's page. On the list, the other filters stay. */
export const categoryLinks = template(
  "category links",
  ({ filters, ...shape }: CategoryLinksProps) => ({
    shape: { ...shape, chosen: filters.category },
    texts: { query: queryBesideCategory(filters) },
  }),
  ({ categories, groups, chosen }, { query }) => {
    const link = (slug: string, name: string) => (
      <a
        key={slug}
        href={categoryPath(slug) + query}
        {...languageOf(name)}
        aria-current={slug === chosen ? "true" : undefined}
      >
        {name}
      </a>
    );
    return [
      link("all", "All Categories"),
      groups.map((name) => [
        groups.length > 1 ? (
          <p key={`group ${name}`} className="menu-group">
            {name}
          </p>
        ) : null,
        categories.filter(({ group }) => group === name).map(({ slug, name }) => link(slug, name)),
      ]),
    ];
  },
);
