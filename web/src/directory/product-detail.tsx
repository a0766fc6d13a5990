import "./product.css";
import type { CSSProperties, ReactNode } from "react";
import type { Product } from "../api/products";
import { lightOf } from "../components/light";
import { ProductBreadcrumb } from "./product-breadcrumb";
import { ProductHeader } from "./product-header";
import { ProductPanels, PromoBanner } from "./product-panels";
import { ProductScreenshots } from "./product-screenshots";
import { ProductUseCases } from "./product-use-cases";
import { VideoDemo } from "./video-demo";

/** Everything there is to know about a tool, in the light of its own colour. */
export function ProductDetail({ product }: { product: Product }) {
  const { name, description, useCases, images, videoUrl, promoText } = product;
  return (
    <article style={{ "--light": lightOf(product) } as CSSProperties}>
      <ProductBreadcrumb product={product} />
      <div className="product-grid">
        <ProductHeader product={product} />
        {promoText ? <PromoBanner text={promoText} /> : null}
        <div className="product-story">
          <Block title="About">
            <p className="product-prose whitespace-pre-line">{description}</p>
          </Block>
          {videoUrl ? (
            <Block title="Video Demo">
              <VideoDemo key={videoUrl} link={videoUrl} name={name} />
            </Block>
          ) : null}
          {useCases ? (
            <Block title="Use Cases">
              <ProductUseCases text={useCases} />
            </Block>
          ) : null}
          {images.length > 0 ? (
            <Block title="Screenshots">
              <ProductScreenshots images={images} name={name} />
            </Block>
          ) : null}
        </div>
        <ProductPanels product={product} />
      </div>
    </article>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 font-display text-[1.875rem] leading-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
