import "./product-logo.css";
import type { CSSProperties } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { ImageAttempts, Initials } from "./image-chain";
import { firstAttempt, initials } from "./images";
import { type Lit, lightOf } from "./light";

/** The width of each size, as in product-logo.css. */
export const logoSizes = { small: "2.5rem", card: "4rem", detail: "(width < 40rem) 4.5rem, 6rem" };

interface ProductLogoProps {
  product: Lit & Pick<ProductCard, "logo"> & Partial<Pick<ProductCard, "categories">>;
  size?: keyof typeof logoSizes;
  /** Empty where the name is next to the logo, so that screen readers read it once. */
  alt?: string;
  /** Loads the logo only when it is near the viewport; the default for cards. */
  lazy?: boolean;
}

/**
 * A product's logo on its tile, or its initials on a color derived from its name. A name without letters has those of
 * its main category.
 */
export function ProductLogo({ product, size = "card", alt = "", lazy = size === "card" }: ProductLogoProps) {
  return <Logo name={product.name} {...logoTexts(product, size, alt)} size={size} alt={alt} lazy={lazy} />;
}

/** Returns the texts that a logo is rendered from: those of its image, or its initials. */
export function logoTexts(product: ProductLogoProps["product"], size: keyof typeof logoSizes, alt: string) {
  const { name, logo, categories: [category] = [] } = product;
  const { src = "", srcSet = "" } = firstAttempt(logo, logoSizes[size]) ?? {};
  return {
    src,
    srcSet,
    initials: src ? "" : initials(name, category ?? alt),
    tile: lightOf({ ...product, logoColor: "" }),
  };
}

type LogoProps = { name: string } & ReturnType<typeof logoTexts> &
  Required<Pick<ProductLogoProps, "size" | "alt" | "lazy">>;

/** A logo rendered from its texts. */
export function Logo({ name, src, srcSet, initials, tile, size, alt, lazy }: LogoProps) {
  const look = `logo logo-${size}`;
  const style = { "--tile": tile } as CSSProperties;
  if (!src) return <Initials text={initials} alt={alt} className={look} style={style} />;
  const first = srcSet ? { src, srcSet } : { src };
  return (
    <span className={look} style={style}>
      <ImageAttempts {...first} alt={alt} fallback={name} sizes={logoSizes[size]} lazy={lazy} />
    </span>
  );
}
