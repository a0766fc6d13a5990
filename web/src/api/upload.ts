import { client, send } from "./client";
import type { components } from "./schema.gen";
import { sendWatched } from "./watched";

/** An image to be kept: its bytes as a data URL, the name of its file and of the product that it is for. */
export type Image = components["schemas"]["UploadInput"];

/** A kept image: its address, and its dominant colour as #rrggbb. */
export type Uploaded = components["schemas"]["Added"];

interface Watch {
  /** Hears what share of the image has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads an image, and tells how far it is. */
export async function uploadImage(body: Image, { onProgress, signal }: Watch): Promise<Uploaded> {
  const fetch = (request: Request) => send(request, (sent) => sendWatched(sent, onProgress));
  const { data } = await client.POST("/api/upload", { body, signal, fetch });
  if (data === undefined) throw new Error("The response has no body");
  return data;
}
