import { toast, toastError } from "./toast";

/** Copies a text to the clipboard and shows this sentence in a toast. */
export async function copyText(text: string, sentence: string) {
  if (await copied(text)) toast({ title: "Copied!", description: sentence });
  else {
    toastError("Couldn't copy", "Your browser doesn't let this page write to the clipboard.");
  }
}

/**
 * Writes to the clipboard, with the deprecated command if the page was not loaded over HTTPS. Reports whether it
 * worked.
 */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

function copiedBySelection(text: string): boolean {
  const focused = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "sr-only";
  document.body.append(box);
  box.select();
  const isDone = document.execCommand?.("copy") ?? false;
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
