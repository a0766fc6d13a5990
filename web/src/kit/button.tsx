import type { ComponentProps } from "react";

interface ButtonStyle {
  tone?: "brass" | "quiet" | "danger" | "bare";
  size?: "small" | "normal" | "large";
  className?: string | undefined;
}

/** The style of buttons and of links that look like buttons. Brass marks the primary action. */
export const buttonStyle = ({ tone = "quiet", size = "normal", className = "" }: ButtonStyle = {}) =>
  `button button-${tone} button-${size} ${className}`.trim();

type ButtonProps = ComponentProps<"button"> & Pick<ButtonStyle, "tone" | "size">;

export function Button({ tone, size, className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={buttonStyle({ tone, size, className })} {...props} />;
}

/** A link in running text; on touch screens its target is 44 px high. */
export function QuietLink({ className = "", ...props }: ComponentProps<"a">) {
  return <a className={`quiet-link ${className}`} {...props} />;
}
