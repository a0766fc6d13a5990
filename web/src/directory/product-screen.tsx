import { useQuery } from "@tanstack/react-query";
import { productQuery } from "../api/products";
import { useOpenCount } from "../components/count-visits";
import type { Visit } from "../visit";
import { CompareLinks } from "./compare-links";
import { ProductDetail } from "./product-detail";
import { ProductMissing } from "./product-missing";
import { ProductSkeleton } from "./product-skeleton";
import { SimilarProducts } from "./similar-products";

/** One tool; the URL contains its id or slug. */
export function ProductScreen({ visit: { params } }: { visit: Visit }) {
  const id = params.id ?? "";
  const { data: product, error, isPending, isFetching, refetch } = useQuery(productQuery(id));
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
  return <ProductMissing id={id} error={error} isRetrying={isFetching} retry={() => void refetch()} />;
}
