import type { ProductCard } from "../api/products";

export function ProductLogo({ product }: { product: Pick<ProductCard, "name" | "logo" | "logoColor"> }) {
  return <span>{product.name.slice(0, 1)}</span>;
}
