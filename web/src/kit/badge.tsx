import type { ComponentProps } from "react";

/** The meaning of a badge, shown by its color. */
export type BadgeTone = "free" | "freemium" | "premium" | "unknown" | "featured" | "deal" | "danger" | "plain";

interface BadgeProps extends ComponentProps<"span"> {
  tone?: BadgeTone;
}

export function Badge({ tone = "plain", ...props }: BadgeProps) {
  return <span className={`badge badge-${tone}`} {...props} />;
}
