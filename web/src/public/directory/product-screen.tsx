import { useQuery } from "@tanstack/react-query";
import { isMissing } from "../../api/client";
import { productQuery, similarQuery } from "../../api/products";
import { useOpenCount } from "../../kit/count-visits";
import { ProductMissing } from "../../kit/tools/product-missing";
import type { Visit } from "../../visit";
import { CompareLinks } from "./compare-links";
import { ProductDetail } from "./product-detail";
import { ProductSkeleton } from "./product-skeleton";
import { SimilarProducts } from "./similar-products";

/** One tool; the URL contains its id or slug. A removed tool has no page any more, but similar ones. */
export function ProductScreen({ visit: { params } }: { visit: Visit }) {
  const id = params.id ?? "";
  const { data: product, error, isPending, isFetching, refetch } = useQuery(productQuery(id));
  const { isSuccess: hasSimilar } = useQuery(similarQuery(id));
  useOpenCount(product?.id);
  if (product) {
    return (
      <div className="page-width pb-4">
        <ProductDetail product={product} id={id} />
        <CompareLinks id={id} product={product} />
        <SimilarProducts id={id} product={product} />
      </div>
    );
  }
  if (isPending) return <ProductSkeleton />;
  return (
    <>
      <ProductMissing error={error} isRetrying={isFetching} retry={() => void refetch()} />
      {hasSimilar && isMissing(error) ? (
        <div className="page-width pb-4">
          <SimilarProducts id={id} />
        </div>
      ) : null}
    </>
  );
}
