import { copyText } from "../components/clipboard";
import { toast } from "../components/toast";

/** What the file is called that a prompt is downloaded as. */
export const fileName = "veo3-prompt.json";

/** Puts the JSON into the clipboard and says so. */
export const copyJson = (json: string) => copyText(json, "JSON copied to clipboard");

/** Puts the page's address into the clipboard and says so; `fits` says whether the whole form is in it. */
export async function copyLink(fits: boolean) {
  if (!fits) {
    toast({
      title: "Too long for a link",
      description: "Download the JSON and send the file instead.",
      tone: "destructive",
    });
  } else await copyText(location.href, "Link copied to clipboard");
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
