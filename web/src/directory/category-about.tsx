import type { Filters } from "../filters";
import { useSite } from "../site";
import { countOf, formatCount } from "../ui/count";
import type { Shown } from "./use-catalog";

interface CategoryAboutProps {
  filters: Filters;
  shown: Shown | null;
}

/** What there is in a category, in a sentence made from its counts, and the feed of what comes to it. */
export function CategoryAbout({ filters, shown }: CategoryAboutProps) {
  const category = useSite()?.categories.find(({ slug }) => slug === filters.category);
  if (!category || !isWhole(filters)) return null;
  const facets = shown?.filters.category === filters.category && isWhole(shown.filters) ? shown.catalog.facets : null;
  return (
    <p className="-mt-3 min-h-18 max-w-[65ch] pb-6 text-[0.9375rem] sm:min-h-12 leading-relaxed text-muted tabular-nums">
      {facets ? `${sentence(category.name, facets.allPricing, facets.pricing)} ` : null}
      {facets ? (
        <a
          href={`/category/${encodeURIComponent(category.slug)}/feed.xml`}
          className="text-text underline underline-offset-4"
        >
          Follow new ones by feed
        </a>
      ) : null}
    </p>
  );
}

/** Whether all of a category is counted: the price and the order do not narrow what is counted by price. */
const isWhole = ({ search, featured, deal, section }: Filters) => search === "" && !featured && !deal && !section;

/** "12 tools for Writing: 5 free, 4 freemium and 3 premium." */
export function sentence(name: string, total: number, pricing: { value: string; count: number }[]): string {
  const parts = pricing
    .filter(({ count }) => count > 0)
    .map(({ value, count }) => `${formatCount(count)} ${value.toLowerCase()}`);
  const last = parts.pop();
  const prices = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  return `${countOf(total, "tool")} for ${name}${prices ? `: ${prices}` : ""}.`;
}
