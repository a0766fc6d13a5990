import "./alternatives.css";
import { useQuery } from "@tanstack/react-query";
import { alternativesQuery } from "../../api/alternatives";
import { productQuery } from "../../api/products";
import type { Alternative, Product } from "../../api/schema.gen";
import { buttonStyle } from "../../kit/button";
import { useOpenCount } from "../../kit/count-visits";
import { LoadingPage, State } from "../../kit/page-state";
import { ProductBreadcrumb, ProductMissing } from "../../kit/tools/product-missing";
import { ToolRow } from "../../kit/tools/tool-row";
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
  return (
    <div className="page-width pb-4">
      <ProductBreadcrumb product={product} page="Alternatives" />
      <header className="pt-4 pb-10">
        <h1 className="max-w-4xl page-title font-display wrap-anywhere">
          {alternativesHeading(product.name, alternatives.length)}
        </h1>
        {reasons.length > 0 ? (
          <ul aria-label={`Why switch from ${product.name}`} className="mt-5 grid max-w-176 gap-1.5 text-prose">
            {reasons.map((reason) => (
              <li key={reason} className="reason wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
        ) : null}
      </header>
      {alternatives.length > 0 ? (
        <ol className="border-b border-hairline">
          {alternatives.map((alternative) => (
            <AlternativeRow key={alternative.product.id} alternative={alternative} />
          ))}
        </ol>
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

/** An alternative: what it is, what it has in common with the tool of the page, and what is different. */
function AlternativeRow({ alternative: { product, isPick, shared, different } }: { alternative: Alternative }) {
  return (
    <ToolRow
      product={product}
      badge={isPick ? <span className="editors-pick">Editor’s pick</span> : null}
      facts={
        <>
          <Facts name="In common" facts={shared} />
          <Facts name="Different" facts={different} />
        </>
      }
    />
  );
}

function Facts({ name, facts }: { name: string; facts: string[] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{facts.join(" · ")}</dd>
    </div>
  );
}
