import { IconCheck, IconCopy, type IconX } from "@tabler/icons-react";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "../button";
import { toast, toastError } from "../toast";

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

/** How long the button confirms the copy, in milliseconds. */
export const copiedFor = 2000;

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  /** A short name of the text, for screen readers. */
  noun: string;
}

/** Copies a text to the clipboard and confirms it for a moment. */
export function CopyButton({ text, noun }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast({ title: "Copied to Clipboard" });
    } catch {
      const description = "Your browser doesn't allow it here. Please select the text and copy it yourself.";
      toastError("Not copied", description);
    }
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button size="small" aria-label={isCopied ? `Copied ${noun}` : `Copy ${noun}`} onClick={() => void copy()}>
      <Icon size={16} aria-hidden="true" />
      {isCopied ? "Copied" : "Copy"}
    </Button>
  );
}
