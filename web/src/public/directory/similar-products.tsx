import { useQuery } from "@tanstack/react-query";
import { type Product, similarQuery } from "../../api/products";
import { QuietLink } from "../../kit/quiet-link";
import { cards } from "../../kit/tools/product-card";

const most = 8;

/** Tools that are similar to this one, with a link to its alternatives unless it was removed; nothing if there are none. */
export function SimilarProducts({ id, product }: { id: string; product?: Product }) {
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-products" className="mt-20">
      <h2 id="similar-products" className="mb-5 font-display text-[1.875rem] leading-tight">
        Similar Products
      </h2>
      <ul className="card-grid" {...cards.of(similar.slice(0, most))} />
      {product ? (
        <p className="mt-6">
          <QuietLink href={`/alternatives/${product.slug}`} className="wrap-anywhere">
            All alternatives to {product.name}
          </QuietLink>
        </p>
      ) : null}
    </section>
  );
}
