import type { ComponentProps } from "react";

/** The meaning of a badge, shown by its color. */
export type BadgeTone = "free" | "freemium" | "premium" | "unknown" | "featured" | "deal" | "danger" | "plain";

interface BadgeProps extends ComponentProps<"span"> {
  tone?: BadgeTone;
}

export function Badge({ tone = "plain", ...props }: BadgeProps) {
  return <span className={`badge badge-${tone}`} {...props} />;
}

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
