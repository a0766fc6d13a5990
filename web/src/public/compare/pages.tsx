import "./compare-links.css";
import { useQuery } from "@tanstack/react-query";
import { comparisonQuery, comparisonsQuery, comparisonTitle } from "../../api/comparisons";
import { similarQuery } from "../../api/products";
import type { Product } from "../../api/schema.gen";
import { languageOf } from "../../kit/language";
import { pitchOf } from "../../kit/tools/pitch";
import { ProductLogo } from "../../kit/tools/product-logo";
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

const mostCompared = 3;

/** The similar tools to compare with, by buttons that work without scripts, and the other comparisons that there are. */
function CompareLinks({ id, product }: { id: string; product: Product }) {
  const { data: links = [] } = useQuery(comparisonsQuery(id));
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  const tools = similar.slice(0, mostCompared).map((tool) => ({
    tool,
    link: links.find(({ name }) => name === [product.slug, tool.slug].sort().join("-vs-")),
  }));
  const others = links.filter((other) => !tools.some(({ link }) => link === other));
  return (
    <section aria-labelledby="compare" className="min-w-0">
      <h2 id="compare" className="section-title">
        People also compare
      </h2>
      <form action="/compare">
        <input type="hidden" name="a" value={product.slug} />
        <ul className="compared-tools">
          {tools.map(({ tool, link }) => (
            <li key={tool.slug}>
              <ProductLogo product={tool} size="small" lazy />
              <div>
                {link ? (
                  <a href={`/compare/${encodeURIComponent(link.name)}`} className="compare-with">
                    {product.name} vs {tool.name}
                  </a>
                ) : (
                  <button type="submit" name="b" value={tool.slug} className="compare-with">
                    {product.name} vs {tool.name}
                  </button>
                )}
                <p {...languageOf(tool.description)}>{pitchOf(tool)}</p>
              </div>
            </li>
          ))}
        </ul>
      </form>
      {others.length > 0 ? (
        <ul className="mt-3 flex flex-wrap gap-x-6 text-sm">
          {others.map(({ name, title }) => (
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
      ) : null}
    </section>
  );
}
