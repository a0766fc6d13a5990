import type { Site } from "../../api/site";
import { categoryPath, type Filters, tagPath } from "../../filters";
import { countOf, formatCount } from "../../kit/count";
import { categoryNamed, useSite } from "../../site";
import type { Shown } from "./use-catalog";

interface CategoryAboutProps {
  filters: Filters;
  shown: Shown | null;
}

/** Describes a category or a tag in a sentence made from its counts, with a link to its feed. */
export function CategoryAbout({ filters, shown }: CategoryAboutProps) {
  const isShown = shown?.filters.category === filters.category && shown.filters.tag === filters.tag;
  const list = describedList(filters, useSite(), isShown ? shown.catalog.tag : "");
  if (!list) return null;
  const facets = isShown && isWhole(shown.filters) ? shown.catalog.facets : null;
  return (
    <p className="-mt-3 min-h-24 max-w-[65ch] pb-6 text-[0.9375rem] leading-relaxed text-muted tabular-nums sm:min-h-18 lg:min-h-12 lg:max-w-none">
      {facets ? `${sentence(list.what, facets.allPricing, facets.pricing, filters.pricing)} ` : null}
      {facets ? (
        <a href={`${list.path}/feed.xml`} className="whitespace-nowrap text-text underline underline-offset-4">
          Get new tools by RSS
        </a>
      ) : null}
    </p>
  );
}

/** Returns the category or the tag that is shown if its description applies to the list: its path, and what its tools are. */
export function describedList(filters: Filters, site: Site | undefined, tagName = "") {
  const category = categoryNamed(site, filters.category);
  if (!isWhole(filters) || (category && filters.tag !== "")) return undefined;
  if (category) return { path: categoryPath(category.slug), what: `for ${category.name}` };
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
