import { useQuery } from "@tanstack/react-query";
import { alternativesQuery } from "../../api/alternatives";
import { productQuery } from "../../api/products";
import type { Alternative, ShownProduct as Product } from "../../api/schema.gen";
import { buttonStyle } from "../../kit/button";
import { countOf } from "../../kit/count";
import { useOpenCount } from "../../kit/count-visits";
import { inSentence, languageOf } from "../../kit/language";
import { LoadingPage, State } from "../../kit/page-state";
import { ProductBreadcrumb, ProductMissing } from "../../kit/tools/product-missing";
import { ToolRow } from "../../kit/tools/tool-row";
import { categoryAddress, useSite } from "../../site";
import type { Visit } from "../../visit";
import { alternativesHeading } from "./pages";

/** The alternatives to a tool; the URL contains its slug. */
export function Alternatives({ visit: { params } }: { visit: Visit }) {
  const id = params.id ?? "";
  const product = useQuery(productQuery(id));
  const list = useQuery(alternativesQuery(id));
  useOpenCount(list.data && product.data?.slug, "alternatives");
  if (product.data && list.data) return <Page product={product.data} {...list.data} />;
  const failed = [product, list].find(({ error }) => error);
  if (!failed) return <LoadingPage what="alternatives" />;
  const retry = () => void Promise.all([product.refetch(), list.refetch()]);
  return <ProductMissing error={failed.error} isRetrying={product.isFetching || list.isFetching} retry={retry} />;
}

interface PageProps {
  product: Product;
  reasons: string[];
  alternatives: Alternative[];
}

function Page({ product, reasons, alternatives }: PageProps) {
  const site = useSite();
  const { alternativesIntroduction: introduction } = product;
  const [category] = product.categories;
  return (
    <div className="page-width pb-4">
      <ProductBreadcrumb product={product} page="Alternatives" />
      <header className="pt-4 pb-10">
        <h1 className="max-w-4xl page-title font-display wrap-anywhere">
          {alternativesHeading(product.name, alternatives.length)}
        </h1>
        {alternatives.length > 0 ? (
          <div className="mt-4 max-w-176 text-lg/relaxed text-muted wrap-anywhere">
            {introduction === "" ? null : (
              <p {...languageOf(introduction)} className="mb-4 whitespace-pre-line text-text">
                {introduction}
              </p>
            )}
            <p>
              {countOf(alternatives.length, "tool")} that {alternatives.length === 1 ? "does" : "do"} what{" "}
              {product.name} does. Highlights are what {product.name}’s listing doesn’t mention.
            </p>
            {reasons.length > 0 ? (
              <ul className="mt-2 list-disc pl-5">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ) : null}
          </div>
        ) : null}
      </header>
      {alternatives.length > 0 ? (
        // By buttons, as search engines need not follow a comparison for every pair.
        <form action="/compare">
          <input type="hidden" name="a" value={product.slug} />
          <ol className="border-b border-hairline">
            {alternatives.map((alternative) => (
              <AlternativeRow key={alternative.product.id} alternative={alternative} of={product.name} />
            ))}
          </ol>
          {category === undefined ? null : (
            <a href={categoryAddress(site, category)} className={buttonStyle({ className: "mt-8 max-w-full" })}>
              <span className="truncate">
                All tools for <span {...languageOf(category)}>{inSentence(category)}</span>
              </span>
            </a>
          )}
        </form>
      ) : (
        <Empty product={product} />
      )}
    </div>
  );
}

function Empty({ product: { slug, name } }: Pick<PageProps, "product">) {
  return (
    <State title="No alternatives yet" text={`We haven't found tools like ${name}.`}>
      <a href={`/products/${slug}`} className={buttonStyle()}>
        Back to the tool
      </a>
      <a href="/tools" className={buttonStyle()}>
        All tools
      </a>
    </State>
  );
}

interface AlternativeRowProps {
  alternative: Alternative;
  /** The name of the tool of the page. */
  of: string;
}

/** An alternative: what it has that the tool does not, and what it is. */
function AlternativeRow({ alternative: { product, isPick, standout }, of }: AlternativeRowProps) {
  return (
    <ToolRow
      from="alternatives"
      product={product}
      badge={isPick ? <span className="text-[0.8125rem] text-brass">Editor’s pick</span> : null}
      note={standout}
      action={
        <button type="submit" name="b" value={product.slug} className="tool-row-compare">
          <span>
            Compare{" "}
            <span {...languageOf(product.name)} className="sr-only">
              {product.name}
            </span>{" "}
            <span className="max-md:sr-only">with {of}</span>
          </span>
        </button>
      }
    />
  );
}
