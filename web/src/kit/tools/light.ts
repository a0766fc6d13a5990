import type { ProductCard } from "../../api/schema.gen";
import { initials } from "./images";

export type Lit = Pick<ProductCard, "name" | "logoColor"> & {
  /** How far the hue is turned from that of the name, in degrees. */
  turn?: number;
};

/**
 * Returns a product's accent color: the dominant color of its logo, or else one derived from its name, so that it is
 * always the same.
 */
export function lightOf({ name, logoColor, turn = 0 }: Lit): string {
  return logoColor || `oklch(0.8 0.1 ${(hueOf(name) + turn) % 360})`;
}

/** Hues that are closer look the same, in degrees. */
const alike = 30;

/**
 * Returns the products of a grid, whose rows have at most four: no three in a row have the same initials in the same
 * color, as the hue of the third is turned.
 */
export function withTurnedHues<P extends Lit & { logo: string }>(products: P[]): P[] {
  const tiles: { text: string; hue: number }[] = [];
  return products.map((product) => {
    const text = product.logo ? "" : initials(product.name);
    const hue = hueOf(product.name);
    const same = tiles.slice(-3).filter((tile) => text && tile.text === text && distance(tile.hue, hue) < alike);
    const turn = same.length > 1 ? 90 : 0;
    tiles.push({ text, hue: hue + turn });
    return turn ? { ...product, turn } : product;
  });
}

/** Returns the distance of two hues on the circle. */
const distance = (a: number, b: number) => 180 - Math.abs((Math.abs(a - b) % 360) - 180);

/** Returns a hue from 0 to 359: the name's FNV-1a hash, spread over the circle. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 360;
}
