import type { ComponentProps } from "react";

const tones = {
  brass: "border font-semibold border-transparent bg-brass text-ink hover:bg-brass-bright", // visible in forced colors
  quiet: "border font-medium border-line text-text hover:bg-raised-2",
  danger: "border font-semibold border-danger/60 text-danger hover:bg-danger/10",
  bare: "font-medium text-muted hover:text-text",
};

const sizes = {
  small: "min-h-11 px-3 text-[0.8125rem] md:min-h-8",
  normal: "min-h-11 px-4 text-sm md:min-h-10",
  large: "min-h-12 px-6 text-[0.9375rem]",
};

interface ButtonStyle {
  tone?: keyof typeof tones;
  size?: keyof typeof sizes;
  className?: string | undefined;
}

/** The style of buttons and of links that look like buttons. Brass marks the primary action. */
export const buttonStyle = ({ tone = "quiet", size = "normal", className = "" }: ButtonStyle = {}) =>
  `inline-flex items-center justify-center gap-1.5 rounded-lg whitespace-nowrap transition-colors disabled:opacity-50 ${tones[tone]} ${sizes[size]} ${className}`.trim();

type ButtonProps = ComponentProps<"button"> & Pick<ButtonStyle, "tone" | "size">;

export function Button({ tone, size, className, type = "button", ...props }: ButtonProps) {
  return <button type={type} className={buttonStyle({ tone, size, className })} {...props} />;
}

/** A link in running text; on touch screens its target is 44 px high. */
export function QuietLink({ className = "", ...props }: ComponentProps<"a">) {
  return <a className={`${look} ${className}`} {...props} />;
}

const look =
  "underline decoration-dim underline-offset-[0.25em] hover:decoration-current max-md:-my-1.5 max-md:inline-flex max-md:min-h-11 max-md:items-center";
