import { useQuery } from "@tanstack/react-query";
import { comparisonQuery, comparisonsQuery, comparisonTitle } from "../../api/comparisons";
import { similarQuery } from "../../api/products";
import type { Product } from "../../api/schema.gen";
import { buttonStyle } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { type Feature, lazyRoute, titleOf } from "../../route";
import { CompareTray, compareButton } from "./compare-buttons";

export const compareFeature: Feature = {
  pages: () => [
    lazyRoute(
      "/compare/:comparison",
      async () => (await import("./compare")).Compare,
      ({ params: { comparison = "" } }, siteName, client) =>
        titleOf(
          client.getQueryState(comparisonQuery(comparison).queryKey),
          ({ products }) => comparisonTitle(products),
          "Comparison",
          siteName,
        ),
      ({ params: { comparison = "" } }) => [comparisonQuery(comparison)],
    ),
  ],
  everyPage: [CompareTray],
  toolButtons: [{ action: "Compare", className: "compare", attributes: compareButton }],
  productSections: [CompareLinks],
  productReads: [comparisonsQuery],
};

/** Links to comparisons of a tool, and a form for another one, which works without scripts. */
function CompareLinks({ id, product }: { id: string; product: Product }) {
  const { data: links = [] } = useQuery(comparisonsQuery(id));
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="compare" className="mt-20">
      <h2 id="compare" className="mb-5 font-display text-[1.875rem] leading-tight">
        Compare
      </h2>
      <ul className="flex flex-wrap gap-x-6">
        {links.map(({ name, title }) => (
          <li key={name}>
            <a
              href={`/compare/${encodeURIComponent(name)}`}
              {...languageOf(title)}
              className="inline-flex min-h-11 items-center underline decoration-dim underline-offset-4 wrap-anywhere"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <form action="/compare" className="mt-2 flex max-w-xl flex-wrap items-center gap-3">
        <input type="hidden" name="a" value={product.slug} />
        <label htmlFor="compare-with" className="text-sm text-muted">
          Compare with
        </label>
        <select
          id="compare-with"
          name="b"
          className="min-h-11 min-w-0 flex-1 basis-40 rounded-lg border border-line bg-raised px-3 text-sm"
        >
          {similar.map(({ slug, name }) => (
            <option key={slug} value={slug} {...languageOf(name)}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" className={buttonStyle({ className: "min-h-11" })}>
          Compare
        </button>
      </form>
    </section>
  );
}
