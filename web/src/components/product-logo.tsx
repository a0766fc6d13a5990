import "./product-logo.css";
import type { CSSProperties } from "react";
import type { ProductCard } from "../api/products";
import { imageCandidates } from "./image-candidates";
import { ChainedImage, Initials } from "./image-chain";
import { lightOf } from "./light";

/** How wide each size is, as product-logo.css has it. */
export const logoSizes = { small: "2.5rem", card: "4rem", detail: "(width < 40rem) 4.5rem, 6rem" };

interface ProductLogoProps {
  product: Pick<ProductCard, "name" | "logo" | "logoColor">;
  size?: keyof typeof logoSizes;
  /** Empty where the name stands beside the logo and need not be heard twice. */
  alt?: string;
  /** Waits with loading until the logo comes near the window; cards do unless told otherwise. */
  lazy?: boolean;
}

/** A product's logo on its tile; a product without one has its initials there, on a colour made from its name. */
export function ProductLogo({ product, size = "card", alt = "", lazy = size === "card" }: ProductLogoProps) {
  const { name, logo } = product;
  const look = `logo logo-${size}`;
  const tile = { "--tile": lightOf({ name, logoColor: "" }) } as CSSProperties;
  if (imageCandidates(logo).length === 0) return <Initials fallback={name} alt={alt} className={look} style={tile} />;
  return (
    <span className={look} style={tile}>
      <ChainedImage source={logo} alt={alt} fallback={name} sizes={logoSizes[size]} lazy={lazy} />
    </span>
  );
}
