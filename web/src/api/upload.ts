import { client, send } from "./client";
import { sendWatched } from "./watched";

/** An image to be kept: its bytes as a data URL, the name of its file and of the product that it is for. */
export interface Image {
  image: string;
  originalName: string;
  productName: string;
}

/** A kept image: its address, and its dominant colour as #rrggbb. */
export interface Uploaded {
  url: string;
  logoColor: string;
}

interface Watch {
  /** Hears what share of the image has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads an image, and tells how far it is. */
export async function uploadImage(image: Image, { onProgress, signal }: Watch): Promise<Uploaded> {
  const { data } = await client.POST(
    "/api/upload" as never,
    {
      body: image,
      signal,
      fetch: (request: Request) => send(request, (sent) => sendWatched(sent, onProgress)),
    } as never,
  );
  return data as unknown as Uploaded;
}
