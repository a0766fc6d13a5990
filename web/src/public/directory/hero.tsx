import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type FormEvent, useEffect, useRef } from "react";
import { homeRowsQuery } from "../../api/products";
import type { Catalog, Site } from "../../api/schema.gen";
import { type Filters, homeAddress, maxSearch, noFilters } from "../../filters";
import { go } from "../../history";
import { TypeBadge } from "../../kit/badge";
import { countOf, formatCount } from "../../kit/count";
import { languageOf } from "../../kit/language";
import { lightOf } from "../../kit/tools/mark";
import { pitchOf } from "../../kit/tools/pitch";
import { ProductLogo } from "../../kit/tools/product-logo";
import { cardVisit } from "../../kit/tools/tool-buttons";
import { useSite } from "../../site";
import { isWholeHome } from "./titles";

/** Describes the whole site. */
function introOf({ allPricing }: Catalog["facets"], { categories, texts }: Site) {
  if (texts.introduction) return texts.introduction;
  if (allPricing === 0) return "A new directory of AI tools.";
  return `${countOf(allPricing, "tool")} in ${countOf(categories.length, "category", "categories")}. No account needed.`;
}

interface WelcomeProps {
  filters: Filters;
  facets: Catalog["facets"] | undefined;
  site: Site | undefined;
}

/** The heading of the directory; on the home page with what it is and the search, in any other list alone. */
export function Welcome({ filters, facets, site }: WelcomeProps) {
  const title = (
    <>
      {site?.texts.hero} <span className="text-brass">{site?.texts.heroAccent}</span>
    </>
  );
  if (!isWholeHome(filters))
    return <h1 className="pt-6 pb-4 font-display text-4xl wrap-anywhere sm:pt-10 sm:pb-6">{title}</h1>;
  return (
    <div className="hero">
      <h1 className="hero-title">{title}</h1>
      <p className="hero-text">{site && facets ? introOf(facets, site) : null}</p>
      <HeroSearch count={facets?.allPricing ?? 0} />
      <OnDisplay />
    </div>
  );
}

/** The tool of the day, where the window has space for it. */
function OnDisplay() {
  const { data } = useQuery(homeRowsQuery());
  const tool = data?.rows.find(({ kind }) => kind === "today")?.tools[0];
  if (!tool) return null;
  return (
    <section
      aria-labelledby="on-display"
      className="card hero-display"
      data-card=""
      style={{ "--light": lightOf(tool) } as CSSProperties}
    >
      <div className="case">
        <h2 id="on-display">On display today</h2>
        <span data-logo="">
          <ProductLogo product={tool} size="detail" />
        </span>
      </div>
      <h3 {...languageOf(tool.name)}>
        <a href={`/products/${tool.slug}`}>{tool.name}</a>
      </h3>
      <TypeBadge type={tool.type} />
      <p className="card-text" {...languageOf(tool.description)}>
        {pitchOf(tool)}
      </p>
      {cardVisit(tool, "home")}
    </section>
  );
}

/** The search as the largest thing of the page. The box of the navigation bar goes on with it, as the results replace the hero. */
function HeroSearch({ count }: { count: number }) {
  const searches = useSite()?.searches ?? [];
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(homeAddress({ ...noFilters, search: String(new FormData(event.currentTarget).get("search")) }));
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const box = form.current;
    if (!box || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(([entry]) => box.toggleAttribute("data-passed", !entry?.isIntersecting), {
      rootMargin: "-80px 0px 0px",
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const label = count > 0 ? `Search ${formatCount(count)} AI tools` : "Search";
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only */}
      <form
        ref={form}
        role="search"
        aria-label="All tools"
        action="/"
        className="search-box hero-search"
        onSubmit={onSubmit}
      >
        <input
          type="search"
          name="search"
          maxLength={maxSearch}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit">Search</button>
      </form>
      <nav aria-label="Searches to try" className="hero-tags">
        {searches.map(({ name, text }) => (
          <a key={name} href={homeAddress({ ...noFilters, search: text })} {...languageOf(name)} className="chip">
            {name}
          </a>
        ))}
      </nav>
    </>
  );
}
