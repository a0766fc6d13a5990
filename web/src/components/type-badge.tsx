import type { ProductCard } from "../api/products";

const tones = new Map<string, string>([
  ["Free", "free"],
  ["Freemium", "freemium"],
  ["Premium", "premium"],
]);

/** A product's type in its colour; grey for any other value than the three. */
export function TypeBadge({ type }: { type: ProductCard["type"] }) {
  return <span className={`badge badge-${tones.get(type) ?? "unknown"}`}>{typeLabel(type)}</span>;
}

/** A product's type in words. */
export const typeLabel = (type: string) => (type === "Unknown" ? "Price not listed" : type);
