import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Button } from "../button";
import { toast } from "../toast";

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
      toast({ title: "Not copied", description, tone: "destructive" });
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
