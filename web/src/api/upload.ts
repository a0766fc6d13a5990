import { send } from "./client";
import { client } from "./openapi-client";
import { sendWithProgress } from "./request-progress";
import type { components } from "./schema.gen";

/** An image to upload: its bytes as a data URL, its file name and its product's name. */
export type Image = components["schemas"]["UploadInput"];

/** An uploaded image: its URL and its dominant colour as #rrggbb. */
export type Uploaded = components["schemas"]["Added"];

interface Watch {
  /** Called with the share of the image that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads an image and reports its progress. */
export async function uploadImage(body: Image, { onProgress, signal }: Watch): Promise<Uploaded> {
  const fetch = (request: Request) => send(request, (sent) => sendWithProgress(sent, onProgress));
  const { data } = await client.POST("/api/upload", { body, signal, fetch });
  if (data === undefined) throw new Error("The response has no body");
  return data;
}
