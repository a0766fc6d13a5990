import type { ProductCard } from "../api/products";

/**
 * Returns a product's accent colour: the dominant colour of its logo, or else one derived from its name, so that it is
 * always the same.
 */
export function lightOf({ name, logoColor }: Pick<ProductCard, "name" | "logoColor">): string {
  return logoColor || `oklch(0.8 0.1 ${hueOf(name)})`;
}

/** Returns a hue from 0 to 359: the name's FNV-1a hash, spread over the circle. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 360;
}
