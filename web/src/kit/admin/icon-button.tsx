import type { IconX } from "@tabler/icons-react";
import type { ComponentProps } from "react";

const tones = {
  quiet: "text-muted hover:text-text",
  danger: "text-muted hover:text-danger",
  handle: "cursor-grab touch-none text-dim hover:text-text",
};

const sizes = {
  normal: "size-11 rounded-lg md:size-9",
  switch: "size-10 rounded-md aria-pressed:bg-raised-2 aria-pressed:text-text md:size-8.5",
};

interface IconButtonStyle {
  tone?: keyof typeof tones;
  size?: keyof typeof sizes;
  className?: string | undefined;
}

export const iconButtonStyle = ({ tone = "quiet", size = "normal", className = "" }: IconButtonStyle = {}) =>
  `inline-grid flex-none place-items-center transition-[color] hover:bg-contrast/6 ${tones[tone]} ${sizes[size]} ${className}`.trim();

interface IconButtonProps extends ComponentProps<"button">, Pick<IconButtonStyle, "tone" | "size"> {
  label: string;
  /** The tooltip, if it is shorter than the label. */
  tooltip?: string;
  Icon: typeof IconX;
}

/** A button that shows only an icon. */
export function IconButton({ label, tooltip = label, Icon, tone, size, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip}
      className={iconButtonStyle({ tone, size, className })}
      {...props}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
