import type { Site } from "../api/site";
import type { Filters } from "../filters";
import { useSite } from "../site";
import { countOf } from "../ui/count";

interface HomeHeadingProps {
  filters: Filters;
  /** How many tools are shown; undefined while that is not known. */
  total: number | undefined;
}

/** What the page is about: the site itself, or, in fewer words, the search or the category that was chosen. */
export function HomeHeading({ filters, total }: HomeHeadingProps) {
  const site = useSite();
  const topic = topicOf(filters, site);
  const found = total === undefined ? "" : `${countOf(total, "tool")} found`;
  return (
    <>
      {topic ? <TopicHeading topic={topic} found={found} /> : <Welcome site={site} />}
      <p role="status" className="sr-only">
        {found}
      </p>
    </>
  );
}

function topicOf({ search, category }: Filters, site: Site | undefined): string {
  const name = site?.categories.find(({ slug }) => slug === category)?.name ?? category;
  if (search !== "") return category === "all" ? `“${search}”` : `“${search}” in ${name}`;
  return category === "all" ? "" : `${name} AI tools`;
}

function TopicHeading({ topic, found }: { topic: string; found: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-10 pb-6 sm:pt-12">
      <h1 className="min-w-0 overflow-x-clip font-display text-4xl wrap-anywhere sm:text-5xl">{topic}</h1>
      <p aria-hidden="true" className="found text-sm text-muted tabular-nums">
        {found}
      </p>
    </div>
  );
}

function Welcome({ site }: { site: Site | undefined }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-5 pt-14 pb-10 sm:pt-20">
      <h1 className="font-display text-5xl leading-[1.04] tracking-[-0.02em] sm:text-7xl">
        AI tools worth
        <br />
        putting <span className="text-brass">behind glass</span>
      </h1>
      <p className="max-w-80 min-h-[4.5em] text-[0.9375rem] leading-relaxed text-muted tabular-nums">
        {site
          ? `${countOf(site.products, "tool")} in ${countOf(site.categories.length, "category", "categories")}, each described in plain words and put in order by people. Look around, or search for what you need.`
          : null}
      </p>
    </div>
  );
}
