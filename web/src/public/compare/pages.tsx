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

/** The comparisons with a verdict, and the similar tools to compare with, by buttons that work without scripts. */
function CompareLinks({ id, product }: { id: string; product: Product }) {
  const { data: links = [] } = useQuery(comparisonsQuery(id));
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  const tools = similar.slice(0, mostCompared).map((tool) => ({
    tool,
    link: links.find(({ name }) => name === [product.slug, tool.slug].sort().join("-vs-")),
  }));
  const order = ({ name }: { name: string }) => (name === product.name ? 0 : 1);
  const verdicts = links.filter((other) => !tools.some(({ link }) => link === other));
  return (
    <section aria-labelledby="compare" className="min-w-0">
      <h2 id="compare" className="section-title">
        People also compare
      </h2>
      <form action="/compare">
        <input type="hidden" name="a" value={product.slug} />
        <ul className="compared-tools">
          {verdicts.map(({ name, title, tools: compared }) => {
            const [own = product, ...others] = [...compared].sort((a, b) => order(a) - order(b));
            return (
              <li key={name}>
                {others.slice(0, 1).map((tool) => (
                  <ProductLogo key={name} product={tool} size="small" lazy />
                ))}
                <div>
                  <a href={`/compare/${encodeURIComponent(name)}`} {...languageOf(title)} className="compare-with">
                    {comparisonTitle([own, ...others])}
                  </a>
                  <p>With a verdict</p>
                </div>
              </li>
            );
          })}
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
    </section>
  );
}
