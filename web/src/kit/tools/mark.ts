import type { ProductCard } from "../../api/schema.gen";

/**
 * The mark of a tool without a logo. Its name alone decides it, on every page and every day. Social images have the same
 * marks (internal/mark), and both tests share their cases.
 */

/** Each ground and figure, dark and light. */
const pairs = (
  "29385a96cdff363458f7b886114331a6d79b004248ffafa2552c27fdb392502b41fbadca" +
  "3e3b0fc8ce820e3e5472dbdb433051d1b9fe1b432bf6b984223a59ffaeab552b2d78d7f3"
).match(/.{6}/g) as string[];

/** Returns the mark's colors. The light is the lighter one, whichever is the ground. */
export function colorsOf(name: string) {
  const { pair, light: isLight } = traitsOf(name);
  const dark = `#${pairs[2 * pair]}`;
  const light = `#${pairs[2 * pair + 1]}`;
  return { dark, light, ground: isLight ? light : dark, figure: isLight ? dark : light };
}

export type Lit = Pick<ProductCard, "name" | "logoColor">;

/** Returns a product's accent color: the dominant color of its logo, or else the lighter one of its mark. */
export const lightOf = ({ name, logoColor }: Lit): string => logoColor || colorsOf(name).light;

/** Returns what the hash of a name chooses. */
export function traitsOf(name: string) {
  let hash = 0x811c9dc5; // FNV-1a, and the last steps of MurmurHash3, as the low bits of short names are much alike
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return { hash, motif: hash % 10, pair: Math.floor(hash / 10) % 12, light: ((hash >>> 8) & 7) === 0 };
}

/** Returns the paths of a name's mark, one for each opacity. */
type Draw = (name: string) => { opacity: number; d: string }[];

let draw: Draw | null = null;
const waiting = new Set<() => void>();

/** Called once, by mark-pieces.ts: visitors' pages load it only for a tool whose mark the server has not drawn. */
export function provideDrawing(drawing: Draw) {
  draw = drawing;
  for (const call of waiting) call();
}

export const drawing = () => draw;

export function onDrawing(call: () => void) {
  waiting.add(call);
  return () => void waiting.delete(call);
}
