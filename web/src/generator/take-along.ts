import { toast } from "../components/toast";

/** What the file is called that a prompt is downloaded as. */
export const fileName = "veo3-prompt.json";

/** Puts the JSON into the clipboard and says so. */
export async function copyJson(json: string) {
  if (await copied(json)) toast({ title: "Copied!", description: "JSON copied to clipboard" });
  else sayNotCopied();
}

/** Puts the page's address into the clipboard and says so; `fits` says whether the whole form is in it. */
export async function copyLink(fits: boolean) {
  if (!fits) {
    toast({
      title: "Too long for a link",
      description: "Download the JSON and send the file instead.",
      tone: "destructive",
    });
  } else if (await copied(location.href)) toast({ title: "Copied!", description: "Link copied to clipboard" });
  else sayNotCopied();
}

function sayNotCopied() {
  toast({
    title: "Could not copy",
    description: "The browser does not let this page write to the clipboard.",
    tone: "destructive",
  });
}

/** Gives the JSON as a file and says so. */
export function downloadJson(json: string) {
  const address = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // long after the browser has begun to read it
  toast({ title: "Downloaded", description: "JSON file has been downloaded" });
}

/** Writes to the clipboard; where the page was not loaded safely, by the older way. Says whether it worked. */
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
