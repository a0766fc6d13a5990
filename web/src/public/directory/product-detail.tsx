import "./product.css";
import { type ComponentType, type CSSProperties, type ReactNode, useState } from "react";
import type { ShownProduct as Product } from "../../api/schema.gen";
import { Badge, TypeBadge } from "../../kit/badge";
import { buttonStyle, QuietLink } from "../../kit/button";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { lightOf } from "../../kit/tools/mark";
import { pitchOf } from "../../kit/tools/pitch";
import { ProductLogo } from "../../kit/tools/product-logo";
import { ProductBreadcrumb } from "../../kit/tools/product-missing";
import { rowButtons } from "../../kit/tools/tool-buttons";
import { Commission, VisitLink, websiteHost } from "../../kit/tools/visit-link";
import { categoryAddress, useSite } from "../../site";
import { Parts, slots } from "../../slots";
import { ProductMedia } from "./product-media";
import { isUpdated, ProductPanels } from "./product-panels";

const visitLook = buttonStyle({ tone: "brass", size: "large", className: "visit-link px-4!" });

/** A shorter description leaves room beside it. */
const shortDescription = 120;

interface ProductDetailProps {
  product: Product;
  /** The one in the URL, or the slug. */
  id: string;
  /** What is below the text. */
  children?: ReactNode;
}

/** The page of a tool, with its accent color. */
export function ProductDetail({ product, id, children }: ProductDetailProps) {
  const { description, useCases } = product;
  const isShort = description.length < shortDescription;
  const sections = <Parts of={slots.productSections} with={{ id, product }} />;
  const about = (
    <Block title="About">
      <p {...languageOf(description)} className="tool-prose whitespace-pre-line">
        {description}
      </p>
    </Block>
  );
  return (
    <article style={{ "--light": lightOf(product) } as CSSProperties}>
      {product.status === "published" ? null : (
        <p className="py-2 text-brass">Preview: visitors don’t see this page.</p>
      )}
      <ProductBreadcrumb product={product} />
      <div className="tool-grid">
        <ProductHeader product={product} />
        <div className="tool-story">
          <ProductMedia product={product} />
          {isShort ? (
            <div className="tool-short">
              {about}
              {sections}
            </div>
          ) : (
            about
          )}
          {useCases ? (
            <Block title="Use Cases">
              <UseCases text={useCases} />
            </Block>
          ) : null}
          {isShort ? null : <SecondVisit product={product} />}
        </div>
        <ProductPanels product={product} id={id}>
          {isShort ? null : sections}
        </ProductPanels>
        <div className="tool-more">
          {children}
          <ListedBadge product={product} />
        </div>
        <VisitBar product={product} />
      </div>
    </article>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The use cases, one per line as they were written; an empty line starts a paragraph. */
function UseCases({ text }: { text: string }) {
  return (
    <ul {...languageOf(text)} className="tool-prose grid gap-2.5">
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

type Snippets = ComponentType<{ product: Product }>;

/**
 * For the tool's makers: a badge for their own website. What it shows is loaded when it is asked for, as few visitors do.
 */
export function ListedBadge({ product }: { product: Product }) {
  const [Loaded, setLoaded] = useState<Snippets | "failed">();
  const load = async () => {
    const loaded = await import("./badge-snippets").catch(() => undefined);
    setLoaded(() => loaded?.BadgeSnippets ?? "failed");
  };
  return (
    <div className="border-t border-hairline pt-6 text-sm text-muted noscript:hidden">
      Is this your tool?{" "}
      <button
        type="button"
        className="min-h-11 text-left underline decoration-dim underline-offset-4 hover:text-text"
        aria-expanded={Loaded !== undefined}
        onClick={() => void load()}
      >
        Add a "Listed on {useSite()?.name}" badge
      </button>
      {Loaded === "failed" ? <p role="alert">Couldn't load the badge. Reload the page to try again.</p> : null}
      {Loaded && Loaded !== "failed" ? <Loaded product={product} /> : null}
    </div>
  );
}

/** The link to the website once more, after the text. */
function SecondVisit({ product }: { product: Product }) {
  const { name, type, website } = product;
  return (
    <aside aria-label="Website" className="visit-panel">
      <ProductLogo product={product} size="small" lazy />
      <div>
        <p {...languageOf(name)}>Try {name}</p>
        <p>
          {type === "Unknown" ? null : `${type} · `}
          {websiteHost(website)}
        </p>
      </div>
      <Commission product={product} />
      <VisitLink product={product} from="tool" look={visitLook} />
    </aside>
  );
}

/** On a phone, the link to the website once that of the header has left the view. */
function VisitBar({ product }: { product: Product }) {
  const { name, type } = product;
  return (
    <div className="visit-track">
      <div className="visit-bar">
        <ProductLogo product={product} size="small" lazy />
        <p>
          <span {...languageOf(name)}>{name}</span>
          {type === "Unknown" ? null : type}
        </p>
        {rowButtons(product, "visit-bar")}
        <VisitLink product={product} from="tool" look={visitLook} isShort />
      </div>
    </div>
  );
}

/** The tool's logo, name, pitch and links, and below them what is known of it at once. */
function ProductHeader({ product }: { product: Product }) {
  const { name, isFeatured, type, priceText, website, updatedAt } = product;
  const site = useSite();
  const [category] = product.categories;
  const pitch = pitchOf(product);
  return (
    <header className="product-stage">
      <span data-logo="" data-logo-stage="">
        <ProductLogo product={product} size="detail" alt={`${name} logo`} />
      </span>
      <h1 {...languageOf(name)} className="page-title font-display wrap-anywhere">
        {name}
      </h1>
      <p {...languageOf(pitch)} className="tool-pitch line-clamp-4 sm:line-clamp-3">
        {pitch}
      </p>
      <div className="tool-visit">
        <Commission product={product} />
        <div>
          <VisitLink product={product} from="tool" look={visitLook} />
          {[...slots.toolButtons].reverse().map(({ action, className, attributes }) => (
            <button
              key={action}
              {...attributes(product)}
              className={`${className} visit-button`}
              aria-label={`${action} ${name}`}
              data-tooltip={action}
            />
          ))}
        </div>
        <p>{websiteHost(website)}</p>
      </div>
      <p className="tool-proof">
        {type === "Unknown" ? null : <TypeBadge type={type} />}
        {priceText ? <span>{priceText}</span> : null}
        {isFeatured ? <Badge tone="featured">Featured</Badge> : null}
        {category === undefined ? (
          <span>Tool</span>
        ) : (
          <QuietLink href={categoryAddress(site, category)} {...languageOf(category)} className="wrap-anywhere">
            {category}
          </QuietLink>
        )}
        {isUpdated(product) ? (
          <span>
            Updated <Day at={updatedAt} />
          </span>
        ) : null}
      </p>
    </header>
  );
}
