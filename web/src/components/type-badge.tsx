import type { ProductCard } from "../api/products";
import { Badge, type BadgeTone } from "../ui/badge";

const tones: Record<string, BadgeTone> = { Free: "free", Freemium: "freemium", Premium: "premium" };

/** A product's type in its colour; grey for any other value than the three. */
export function TypeBadge({ type }: { type: ProductCard["type"] }) {
  return <Badge tone={tones[type] ?? "unknown"}>{type}</Badge>;
}
