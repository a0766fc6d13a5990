import { type CSSProperties, memo, type Ref } from "react";
import type { ProductCard as Card } from "../api/products";
import { cacheable } from "../cacheable";
import { lightOf } from "./light";
import { ProductLogo } from "./product-logo";
import { TypeBadge } from "./type-badge";
import { websiteLink } from "./website-link";

interface ProductCardProps {
  product: Card;
  ref?: Ref<HTMLLIElement> | undefined;
}

/**
 * A product in its case, as an item of a grid. The name's link covers the whole card; the links to the website and to
 * the landing page lie above it. It is drawn by the hundred, on the server too: few elements, no hooks, fixed classes.
 */
export const ProductCard = memo(function ProductCard({ product, ref }: ProductCardProps) {
  const light = { "--light": lightOf(product) } as CSSProperties;
  return <li ref={ref} className="card" data-card="" style={light} {...cardContents.of(product)} />;
});

export const cardContents = cacheable((product: Card) => {
  const { slug, name, description, categories } = product;
  return (
    <>
      <div className="case">
        <span data-logo="">
          <ProductLogo product={product} />
        </span>
        {product.isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {product.hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
      <h3>
        <a href={`/products/${slug}`}>{name}</a>
      </h3>
      <TypeBadge type={product.type} />
      <p className="card-text">{description}</p>
      <p className="card-categories">{categories.slice(0, 2).join(" · ")}</p>
      {product.hasLandingPage ? (
        <a className="card-landing" href={`/product/${slug}`} data-tooltip="Landing page">
          <span className="sr-only">{`Landing page of ${name}`}</span>
        </a>
      ) : null}
      <a className="card-visit" href={product.website} {...websiteLink(product)} aria-label={`Visit ${name}`}>
        Visit
      </a>
    </>
  );
});
