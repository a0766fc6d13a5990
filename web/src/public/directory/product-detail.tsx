import "./product.css";
import type { CSSProperties, ReactNode } from "react";
import type { Product } from "../../api/products";
import { languageOf } from "../../kit/language";
import { ChainedImage } from "../../kit/tools/image-chain";
import { lightOf } from "../../kit/tools/light";
import { ProductBreadcrumb } from "../../kit/tools/product-breadcrumb";
import { ListedBadge } from "./listed-badge";
import { ProductHeader } from "./product-header";
import { layout } from "./product-layout";
import { ProductPanels, PromoBanner } from "./product-panels";
import { VideoDemo } from "./video-demo";

/** The page of a tool, with its accent colour. The id is the one in the URL, or the slug. */
export function ProductDetail({ product, id }: { product: Product; id: string }) {
  const { name, description, useCases, images, videoUrl, promoText } = product;
  return (
    <article style={{ "--light": lightOf(product) } as CSSProperties}>
      <ProductBreadcrumb product={product} />
      <div className={layout.grid}>
        <ProductHeader product={product} />
        {promoText ? <PromoBanner text={promoText} /> : null}
        <div className={layout.story}>
          <Block title="About">
            <p
              {...languageOf(description)}
              className="max-w-176 text-[1.0625rem] leading-[1.65] whitespace-pre-line text-prose wrap-anywhere"
            >
              {description}
            </p>
          </Block>
          {videoUrl ? (
            <Block title="Video Demo">
              <VideoDemo key={videoUrl} link={videoUrl} name={name} />
            </Block>
          ) : null}
          {useCases ? (
            <Block title="Use Cases">
              <UseCases text={useCases} />
            </Block>
          ) : null}
          {images.length > 0 ? (
            <Block title="Screenshots">
              <Screenshots images={images} name={name} />
            </Block>
          ) : null}
          <ListedBadge product={product} />
        </div>
        <ProductPanels product={product} id={id} />
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

/** The use cases, one per line as they were written; an empty line starts a paragraph. */
function UseCases({ text }: { text: string }) {
  return (
    <ul {...languageOf(text)} className="grid max-w-176 gap-2.5 leading-[1.6] text-prose wrap-anywhere">
      {useCaseLines(text).map(({ at, line, startsParagraph }) => (
        <li key={at} className={`use-case ${startsParagraph ? "mt-4" : ""}`}>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The lines that say something, with whether an empty one stood before. Bullets typed before each would stand twice. */
function useCaseLines(text: string) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line === "") return [];
    return { at, line: line.replace(/^[-–—•*]\s+/, ""), startsParagraph: at > 0 && lines[at - 1] === "" };
  });
}

const mostScreenshots = 6;

/** The tool's screenshots, each linked to its full size. */
function Screenshots({ images, name }: { images: string[]; name: string }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {images.slice(0, mostScreenshots).map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image may be listed twice, and the list never changes its order
        <li key={`${index} ${image}`} className="sm:first:nth-last-[odd]:col-span-full">
          <a
            href={image}
            target="_blank"
            rel="noopener noreferrer"
            className="block aspect-16/10 overflow-hidden rounded-[calc(0.875rem*var(--corners,1))] border border-line bg-raised text-2xl/normal"
          >
            <ChainedImage source={image} alt={`Screenshot ${index + 1} of ${name}`} fallback={name} lazy />
          </a>
        </li>
      ))}
    </ul>
  );
}
