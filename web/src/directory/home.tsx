import { useQuery } from "@tanstack/react-query";
import { catalogQuery } from "../api/catalog";
import { ProductCard } from "../components/product-card";
import { filtersOf, type Visit } from "../visit";

export function Home({ visit }: { visit: Visit }) {
  const { data } = useQuery(catalogQuery(filtersOf(visit)));
  return (
    <ul>
      {data?.sections
        .flatMap((section) => section.products)
        .map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
    </ul>
  );
}
