import { type CSSProperties, memo, type Ref } from "react";
import type { ProductCard as Card } from "../../api/schema.gen";
import { sequence, template } from "../../cacheable";
import { TypeBadge } from "../badge";
import { languageOf } from "../language";
import { lightOf } from "./mark";
import { Logo, splitLogo } from "./product-logo";
import { cardVisit, type Placement, toolButtons } from "./tool-buttons";

interface ProductCardProps {
  product: Card;
  from: Placement;
  ref?: Ref<HTMLLIElement> | undefined;
}

/**
 * A product in a grid. The name's link covers the whole card; the other links and the button are above it. Pages have hundreds of cards, rendered on the server too: it uses few elements, no hooks and fixed classes.
 */
export const ProductCard = memo(function ProductCard({ product, from, ref }: ProductCardProps) {
  const { shape, texts } = split({ ...product, from });
  return contents(shape, texts, ref);
});

export const card = template(
  "card",
  split,
  (shape, texts) => contents(shape, texts),
  ({ website, logo }: Placed) => /^https?:/.test(website) && /^(?:https?:|data:|\/|$)/.test(logo),
);

/** The cards of tools similar to one. */
export const cards = sequence(
  (products: Card[]) => products.map((product) => <ProductCard key={product.id} product={product} from="tool" />),
  (products) => products.map((product) => card.split({ ...product, from: "tool" })),
);

type Placed = Card & Pick<ProductCardProps, "from">;

function split(product: Placed) {
  const { type, isFeatured, isNew, hasDeal, hasLandingPage, hasAffiliateLink, from } = product;
  const { id, slug, name, description, categories, website } = product;
  const logo = splitLogo(product, "card", "");
  const [ofCard = ""] = categories; // a second one would be cut
  const shown = { slug, name, description, website, categories: ofCard, id: String(id) };
  return {
    shape: {
      type,
      isFeatured,
      isNew,
      hasDeal,
      hasLandingPage,
      hasAffiliateLink,
      from,
      ...logo.shape,
      ofName: languageOf(name),
      ofText: languageOf(description),
      ofCategories: languageOf(ofCard),
    },
    texts: { ...shown, ...logo.texts, light: lightOf(product) },
  };
}

type Split = ReturnType<typeof split>;

function contents(shape: Split["shape"], texts: Split["texts"], ref?: ProductCardProps["ref"]) {
  const { type, isFeatured, isNew, hasDeal, hasLandingPage, ofName, ofText, ofCategories } = shape;
  const { hasAffiliateLink, from } = shape;
  return (
    <li ref={ref} className="card" data-card="" style={{ "--light": texts.light } as CSSProperties}>
      <div className="case">
        <span data-logo="">
          <Logo name={texts.name} shape={shape} texts={texts} size="card" alt="" lazy />
        </span>
        {isFeatured ? <span className="badge badge-featured">Featured</span> : null}
        {isNew ? <span className="badge badge-new">New</span> : null}
        {hasDeal ? <span className="badge badge-deal">Deal</span> : null}
      </div>
      <h3 {...ofName}>
        <a href={`/products/${texts.slug}`}>{texts.name}</a>
      </h3>
      <TypeBadge type={type} />
      <p className="card-text" {...ofText}>
        {texts.description}
      </p>
      <p className="card-categories" {...ofCategories}>
        {texts.categories}
      </p>
      {hasLandingPage ? (
        <a className="card-landing" href={`/product/${texts.slug}`} data-tooltip="Landing page">
          <span className="sr-only">{`Landing page of ${texts.name}`}</span>
        </a>
      ) : null}
      {toolButtons(texts, "card")}
      {cardVisit({ ...texts, hasAffiliateLink }, from)}
    </li>
  );
}
