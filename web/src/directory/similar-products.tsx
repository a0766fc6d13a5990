import { useQuery } from "@tanstack/react-query";
import { similarQuery } from "../api/products";
import { cards } from "../components/product-card";

const most = 8;

/** Tools that share a category with this one; renders nothing if there are none. */
export function SimilarProducts({ id }: { id: string }) {
  const { data: similar = [] } = useQuery(similarQuery(id));
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-products" className="mt-20">
      <h2 id="similar-products" className="mb-5 font-display text-[1.875rem] leading-tight">
        Similar Products
      </h2>
      <ul className="card-grid" {...cards.of(similar.slice(0, most))} />
    </section>
  );
}
