import { send } from "./client";
import { answered, client } from "./openapi-client";
import type { Added, UploadInput } from "./schema.gen";

/** An image to upload: its bytes as a data URL, its file name and its product's name. */
export type Image = UploadInput;

/** An uploaded image: its URL and its dominant color as #rrggbb. */
export type Uploaded = Added;

interface Watch {
  /** Called with the share of the image that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads an image and reports its progress. */
export function uploadImage(body: Image, { onProgress, signal }: Watch): Promise<Uploaded> {
  const fetch = (request: Request) => send(request, (sent) => sendWithProgress(sent, onProgress));
  return answered(client.POST("/api/upload", { body, signal, fetch }));
}

/** The total timeout of a request with progress, in milliseconds. */
export const progressTimeout = 120_000;

/**
 * Sends a request as fetch does, and reports the share of its body that has been sent, from 0 to 1. Fetch has no upload
 * progress, so this is the one place that uses XMLHttpRequest. The response is text.
 */
async function sendWithProgress(request: Request, onProgress: (share: number) => void): Promise<Response> {
  const body = await request.text();
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open(request.method, request.url);
    sent.timeout = progressTimeout;
    sent.withCredentials = request.credentials === "include";
    request.headers.forEach((value, name) => {
      sent.setRequestHeader(name, value);
    });
    sent.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sent.onload = () => resolve(answerOf(sent));
    sent.onerror = () => reject(new TypeError("The request didn't reach the server"));
    sent.ontimeout = () => reject(new TypeError(`The request took more than ${progressTimeout / 1000} seconds`));
    sent.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener("abort", () => sent.abort(), { once: true });
    if (request.signal.aborted) reject(request.signal.reason);
    else sent.send(body);
  });
}

function answerOf(sent: XMLHttpRequest): Response {
  const { status, statusText, responseText } = sent;
  const headers = new Headers({ "Content-Type": sent.getResponseHeader("Content-Type") ?? "" });
  const retryAfter = sent.getResponseHeader("Retry-After");
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return new Response(responseText, { status, statusText, headers });
}
