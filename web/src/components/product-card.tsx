import { memo } from "react";
import type { ProductCard as Card } from "../api/products";
import { ProductLogo } from "./product-logo";
import { TypeBadge } from "./type-badge";

/** A product in its case, as an item of a grid. */
export const ProductCard = memo(function ProductCard({ product }: { product: Card }) {
  return (
    <li className="card" data-card>
      <ProductLogo product={product} />
      <h3>
        <a href={`/products/${product.slug}`}>{product.name}</a>
      </h3>
      <TypeBadge type={product.type} />
    </li>
  );
});
