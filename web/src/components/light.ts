import type { ProductCard } from "../api/products";

/**
 * The colour that lights a product's case: the dominant one of its logo, or else one made from its name, which is the
 * same on every page and every day.
 */
export function lightOf({ name, logoColor }: Pick<ProductCard, "name" | "logoColor">): string {
  return logoColor || `oklch(0.8 0.1 ${hueOf(name)})`;
}

/** A hue from 0 to 359: the FNV-1a hash of the name, spread over the circle. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 360;
}
