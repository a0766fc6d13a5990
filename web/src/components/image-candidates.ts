import { srcSetOf } from "./thumbnails";

/**
 * The addresses to try for an image, in order. An empty source or the text "null" has none; a data URI and a URL are
 * taken as they are; an uploaded file may also be where older set-ups kept it.
 */
export function imageCandidates(source: string | null | undefined): string[] {
  const address = source?.trim() ?? "";
  if (address === "" || address === "null") return [];
  if (!isPath(address) || !address.includes("/uploads/")) return [address];
  const movedTo = (folder: string) => address.replace("/uploads/", () => folder);
  return [
    address,
    movedTo("/static/uploads/"),
    movedTo("/dist/public/uploads/"),
    movedTo("/"),
    address.slice(1), // without its leading slash
  ];
}

const isPath = (address: string) => address.startsWith("/") && !address.startsWith("//");

/** One try at an image: an address, or a srcset of which the browser takes one. */
export interface ImageAttempt {
  src: string;
  srcSet?: string;
}

/** What is tried first for an image, if there is anything: where it is an upload and shown in a known size, its thumbnails. */
export function firstAttempt(source: string | null | undefined, sizes?: string): ImageAttempt | undefined {
  const src = source?.trim() ?? "";
  if (src === "" || src === "null") return undefined;
  const srcSet = sizes && srcSetOf(src);
  return srcSet ? { src, srcSet } : { src };
}

/**
 * What to try for an image, in order: each of its candidates. Where its thumbnails come first they are another address
 * of the same image, so the upload keeps its own try.
 */
export function imageAttempts(source: string | null | undefined, sizes?: string): ImageAttempt[] {
  const candidates = imageCandidates(source).map((src): ImageAttempt => ({ src }));
  const first = firstAttempt(source, sizes);
  return first?.srcSet ? [first, ...candidates] : candidates;
}
