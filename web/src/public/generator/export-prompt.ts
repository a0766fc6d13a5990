import { copyText } from "../../kit/clipboard";
import { downloadFile } from "../../kit/download-file";
import { toast } from "../../kit/toast";

/** The file name of a downloaded prompt. */
export const fileName = "veo3-prompt.json";

/** Copies the JSON to the clipboard and shows a toast. */
export const copyJson = (json: string) => copyText(json, "JSON copied to clipboard");

/** Copies the page's URL to the clipboard and shows a toast; `fits` is whether the URL contains the whole form. */
export async function copyLink(fits: boolean) {
  if (!fits) {
    toast({
      title: "Too long for a link",
      description: "Download the JSON and send the file instead.",
      tone: "destructive",
    });
  } else await copyText(location.href, "Link copied to clipboard");
}

/** Downloads the JSON as a file and shows a toast. */
export function downloadJson(json: string) {
  downloadFile(fileName, "application/json", json);
  toast({ title: "Downloaded", description: "JSON file has been downloaded" });
}
