import "./product.css";
import { useQuery } from "@tanstack/react-query";
import { isMissing } from "../../api/client";
import { productQuery, similarQuery } from "../../api/products";
import type { ShownProduct as Product } from "../../api/schema.gen";
import { breadcrumbLook } from "../../kit/breadcrumb";
import { useOpenCount } from "../../kit/count-visits";
import { Skeleton } from "../../kit/skeleton";
import { cards } from "../../kit/tools/product-card";
import { ProductMissing } from "../../kit/tools/product-missing";
import { Parts, slots } from "../../slots";
import type { Visit } from "../../visit";
import { ProductDetail } from "./product-detail";

/** One tool; the URL contains its id or slug. A removed tool has no page any more, but similar ones. */
export function ProductScreen({ visit: { params } }: { visit: Visit }) {
  const id = params.id ?? "";
  const { data: product, error, isPending, isFetching, refetch } = useQuery(productQuery(id));
  const { isSuccess: hasSimilar } = useQuery(similarQuery(id));
  useOpenCount(product?.id);
  if (product) {
    return (
      <div className="page-width pb-4">
        <ProductDetail product={product} id={id}>
          <SimilarProducts id={id} product={product} />
        </ProductDetail>
      </div>
    );
  }
  if (isPending) return <ProductSkeleton />;
  return (
    <>
      <ProductMissing error={error} isRetrying={isFetching} retry={() => void refetch()} />
      {hasSimilar && isMissing(error) ? (
        <div className="page-width pt-12 pb-4">
          <SimilarProducts id={id} />
        </div>
      ) : null}
    </>
  );
}

/** The skeleton of a tool's page. */
function ProductSkeleton() {
  return (
    <div role="status" className="page-width pb-4">
      <span className="sr-only">Loading the tool</span>
      <div className={breadcrumbLook}>
        <Skeleton className="h-4 w-52" />
      </div>
      <div className="tool-grid">
        <div className="product-stage">
          <span data-logo="">
            <Skeleton className="size-16 rounded-logo sm:size-24" />
          </span>
          <Skeleton className="h-12 w-4/5 max-w-72" />
          <Skeleton className="tool-pitch h-5 w-3/5 max-w-44" />
          <div className="tool-visit">
            <Skeleton className="h-13 w-full rounded-lg" />
            <Skeleton className="mt-3 h-4 w-44" />
          </div>
          <div className="tool-proof">
            <Skeleton className="h-5 w-52" />
          </div>
        </div>
        <div className="tool-story">
          <Skeleton className="aspect-video w-full rounded-panel" />
          <div>
            <Skeleton className="mb-5 h-8 w-28" />
            {["w-full", "w-11/12", "w-4/5"].map((width) => (
              <Skeleton key={width} className={`mb-3 h-4 ${width}`} />
            ))}
          </div>
        </div>
        <div className="tool-side">
          <Skeleton className="h-96 rounded-panel" />
        </div>
      </div>
    </div>
  );
}

const most = 8;

/** Tools that are similar to this one, which is undefined if it was removed; nothing if there are none. */
function SimilarProducts({ id, product }: { id: string; product?: Product }) {
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-products">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="similar-products" className="section-title">
          Similar Products
        </h2>
        {product ? <Parts of={slots.besideSimilar} with={{ product }} /> : null}
      </div>
      <ul className="card-grid similar-tools" {...cards.of(similar.slice(0, most))} />
    </section>
  );
}
