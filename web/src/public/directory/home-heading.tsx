import type { Catalog, Site } from "../../api/schema.gen";
import { categoryPath, type Filters, tagPath } from "../../filters";
import { Breadcrumb, type Crumb } from "../../kit/breadcrumb";
import { countOf, formatCount } from "../../kit/count";
import { inSentence, languageOf } from "../../kit/language";
import { categoryNamed, useSite } from "../../site";
import { Parts, slots } from "../../slots";
import { Welcome } from "./hero";
import { isNew } from "./listing-states";
import { categoriesCrumb, ofPage, tagTitle } from "./titles";
import type { Shown } from "./use-catalog";

interface HomeHeadingProps {
  filters: Filters;
  /** The search, the category or the tag; empty for none; null for one that does not exist. */
  topic: string | null;
  /** The list; undefined while it loads. */
  catalog: Catalog | undefined;
  /** The search as it was typed. */
  searched: string;
  /** The search after typo correction; empty if it was not corrected. */
  correctedQuery: string;
}

/** The heading of the home page: the site's introduction, or the search or category in fewer words. */
export function HomeHeading({ filters, topic, catalog, searched, correctedQuery }: HomeHeadingProps) {
  const site = useSite();
  const total = catalog?.total;
  const crumbs = crumbsOf(filters, site, catalog?.tag);
  const count = total === undefined || isNew(filters, total) ? "" : `${countOf(total, "tool")} found`;
  return (
    <>
      {topic === "" ? <Welcome filters={filters} facets={catalog?.facets} site={site} /> : null}
      {crumbs.length > 0 ? <Breadcrumb between={crumbs.slice(0, -1)} current={crumbs.at(-1)?.name ?? ""} /> : null}
      {topic ? (
        <TopicHeading
          topic={filters.search !== "" && total ? `${countOf(total, "tool")} for ${topic}` : topic}
          searched={searched}
          isFirst={crumbs.length === 0}
          count={filters.search !== "" || describedList(filters, site, catalog?.tag) ? null : count}
          correctedQuery={correctedQuery}
          catalog={catalog}
        />
      ) : null}
      {topic === null ? <div className="pt-10 sm:pt-12" /> : null}
      <p role="status" className="sr-only">
        {correctedQuery === "" ? count : `${count}, showing results for ${correctedQuery}`}
      </p>
    </>
  );
}

/** Returns the heading's topic. A category or tag that does not exist and has no results is not repeated. */
export function topicOf(
  { search, category, tag, page }: Filters,
  site: Site | undefined,
  { total, tag: tagName }: Pick<Catalog, "total" | "tag"> = { total: 0, tag: "" },
) {
  const name = categoryNamed(site, category)?.name ?? (total ? category : ""); // a former name still finds its category
  if (search !== "") return category === "all" || name === "" ? `“${search}”` : `“${search}” in ${name}`;
  if (tag !== "" && category === "all") return tagName || total ? tagTitle(tagName || tag) + ofPage(page) : null;
  if (category === "all") return "";
  return name === "" ? null : `${name} AI tools${ofPage(page)}`;
}

interface TopicHeadingProps {
  topic: string;
  /** There is no breadcrumb above it. */
  isFirst: boolean;
  /** The count next to the topic; null if the sentence below contains it. */
  count: string | null;
  /** What was typed. */
  searched: string;
  correctedQuery: string;
  catalog?: Catalog | undefined;
}

/** The heading of a list. The visible count is hidden from screen readers, which get it from the status. */
export function TopicHeading({ topic, isFirst, count, searched, correctedQuery, catalog }: TopicHeadingProps) {
  return (
    <div className={`topic ${isFirst ? "pt-10 sm:pt-12" : "pt-1"}`}>
      <h1 {...languageOf(topic)} className="font-display text-4xl sm:text-5xl">
        {topic}
      </h1>
      {count === null ? null : (
        <p aria-hidden="true" className="found">
          {count}
        </p>
      )}
      {correctedQuery === "" ? null : <p aria-hidden="true">Corrected from “{searched}”</p>}
      {catalog?.relaxedQuery ? (
        <p>
          No tool has all your words. Showing tools for <strong>{catalog.relaxedQuery}</strong>
        </p>
      ) : null}
      {catalog?.alternativesTo.slug ? (
        <Parts of={slots.besideSimilar} with={{ product: catalog.alternativesTo }} />
      ) : null}
    </div>
  );
}

interface CategoryAboutProps {
  filters: Filters;
  shown: Shown | null;
  isEnd?: boolean;
}

/** Describes a category or a tag in a sentence made from its counts; at the page's end, links its feed. */
export function CategoryAbout({ filters, shown, isEnd }: CategoryAboutProps) {
  const isShown = shown?.filters.category === filters.category && shown.filters.tag === filters.tag;
  const list = describedList(filters, useSite(), isShown ? shown.catalog.tag : "");
  if (!list) return null;
  const facets = isShown && isWhole(shown.filters) ? shown.catalog.facets : null;
  if (isEnd)
    return facets ? (
      <a href={`${list.path}/feed.xml`} className="feed">
        RSS feed
      </a>
    ) : null;
  return (
    <p className="category-about">
      {facets ? sentence(list.what, facets.allPricing, facets.pricing, filters.pricing) : null}
    </p>
  );
}

/** Returns the category or the tag that is shown if its description applies to the list: its path, and what its tools are. */
function describedList(filters: Filters, site: Site | undefined, tagName = "") {
  const category = categoryNamed(site, filters.category);
  if (!isWhole(filters) || (category && filters.tag !== "")) return undefined;
  if (category) return { path: categoryPath(category.slug), what: `for ${inSentence(category.name)}` };
  const isTag = filters.category === "all" && filters.tag !== "" && tagName !== "";
  return isTag ? { path: tagPath(filters.tag), what: `tagged ${tagName}` } : undefined;
}

/** Reports whether the list counts the whole category or tag: price and sort order do not change the counts by price. */
const isWhole = ({ search, featured, deal, section }: Filters) => search === "" && !featured && !deal && !section;

/**
 * "12 AI tools for Writing: 5 free, 3 premium; 4 don't list a price." With a price chosen: "5 free AI tools for
 * Writing." The server has the same rule (internal/directory/lists.go).
 */
export function sentence(
  what: string,
  total: number,
  pricing: { value: string; count: number }[],
  chosen: Filters["pricing"],
): string {
  const one = pricing.find(({ value }) => value === chosen);
  if (one?.value === "Unknown") return `${countOf(one.count, "AI tool")} ${what} without a listed price.`;
  if (one) return `${countOf(one.count, `${one.value.toLowerCase()} AI tool`)} ${what}.`;
  const prices = pricesOf(pricing);
  return `${countOf(total, "AI tool")} ${what}${prices ? `: ${prices}` : ""}.`;
}

/** "5 free, 3 premium; 4 don't list a price": the counts by price as part of a sentence. */
export function pricesOf(pricing: { value: string; count: number }[]): string {
  const some = pricing.filter(({ count }) => count > 0);
  const listed = some
    .filter(({ value }) => value !== "Unknown")
    .map(({ value, count }) => `${formatCount(count)} ${value.toLowerCase()}`);
  const unlisted = some
    .filter(({ value }) => value === "Unknown")
    .map(({ count }) => countOf(count, "doesn't list a price", "don't list a price"));
  return [listed.join(", "), ...unlisted].filter((part) => part !== "").join("; ");
}

const tagsCrumb = { name: "Tags", address: "/categories#tags" };

/**
 * The pages between home and a list, with the list itself as the last: of a category or of a tag. Empty on home, in a search
 * of everything, and for an unknown category or tag.
 */
export function crumbsOf(filters: Filters, site: Site | undefined, tagName = ""): Crumb[] {
  const crumbs = listsOf(filters, site, tagName);
  return crumbs.length > 0 && filters.page > 1 ? [...crumbs, { name: `Page ${filters.page}` }] : crumbs;
}

function listsOf(filters: Filters, site: Site | undefined, tagName: string): Crumb[] {
  const category = categoryNamed(site, filters.category);
  if (category) return [categoriesCrumb, { name: category.name, address: categoryPath(category.slug) }];
  if (filters.category === "all" && filters.tag !== "")
    return tagName === "" ? [] : [tagsCrumb, { name: tagName, address: tagPath(filters.tag) }];
  return [];
}
