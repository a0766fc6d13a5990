import "./product-logo.css";
import type { CSSProperties } from "react";
import type { ProductCard } from "../api/products";
import { firstAttempt } from "./image-candidates";
import { ImageAttempts, Initials } from "./image-chain";
import { initials } from "./image-initials";
import { lightOf } from "./light";

/** How wide each size is, as product-logo.css has it. */
export const logoSizes = { small: "2.5rem", card: "4rem", detail: "(width < 40rem) 4.5rem, 6rem" };

interface ProductLogoProps {
  product: Pick<ProductCard, "name" | "logo" | "logoColor">;
  size?: keyof typeof logoSizes;
  /** Empty where the name stands beside the logo and need not be heard twice. */
  alt?: string;
  /** Waits with loading until the logo comes near the window; cards do by default. */
  lazy?: boolean;
}

/** A product's logo on its tile; a product without one has its initials there, on a colour made from its name. */
export function ProductLogo({ product, size = "card", alt = "", lazy = size === "card" }: ProductLogoProps) {
  return <Logo name={product.name} {...logoTexts(product, size, alt)} size={size} alt={alt} lazy={lazy} />;
}

/** The texts that a logo is drawn from: those of its image, or else its initials. */
export function logoTexts({ name, logo }: ProductLogoProps["product"], size: keyof typeof logoSizes, alt: string) {
  const { src = "", srcSet = "" } = firstAttempt(logo, logoSizes[size]) ?? {};
  return { src, srcSet, initials: src ? "" : initials(name, alt), tile: lightOf({ name, logoColor: "" }) };
}

type LogoProps = { name: string } & ReturnType<typeof logoTexts> &
  Required<Pick<ProductLogoProps, "size" | "alt" | "lazy">>;

/** A logo from its texts. */
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
