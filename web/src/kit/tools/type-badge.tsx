const tones = new Map<string, string>([
  ["Free", "free"],
  ["Freemium", "freemium"],
  ["Premium", "premium"],
]);

/** A product's pricing type in its color, gray for a value of its own; nothing where it is not known. */
export function TypeBadge({ type }: { type: string }) {
  return type === "Unknown" ? null : (
    <span className={`badge badge-${tones.get(type) ?? "unknown"}`}>{typeLabel(type)}</span>
  );
}

/** The label of a pricing type. */
export const typeLabel = (type: string) => (type === "Unknown" ? "Price not listed" : type);
