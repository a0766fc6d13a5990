/**
 * Returns the URLs to try for an image, in order. An empty source or the text "null" has none; data URIs and URLs are
 * used as they are; an uploaded file may also be where earlier versions stored it.
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

/** One attempt to load an image: a URL, or a srcset from which the browser chooses one. */
export interface ImageAttempt {
  src: string;
  srcSet?: string;
}

/**
 * Returns the first attempt for an image, or undefined without a source. For an upload with a known display size these
 * are its thumbnails.
 */
export function firstAttempt(source: string | null | undefined, sizes?: string): ImageAttempt | undefined {
  const src = source?.trim() ?? "";
  if (src === "" || src === "null") return undefined;
  const srcSet = sizes && srcSetOf(src);
  return srcSet ? { src, srcSet } : { src };
}

/**
 * Returns the attempts for an image, in order: one per candidate. If the first one uses thumbnails, the upload still
 * gets its own attempt.
 */
export function imageAttempts(source: string | null | undefined, sizes?: string): ImageAttempt[] {
  const candidates = imageCandidates(source).map((src): ImageAttempt => ({ src }));
  const first = firstAttempt(source, sizes);
  return first?.srcSet ? [first, ...candidates] : candidates;
}

/**
 * Returns the srcset of an upload: its thumbnails with their widths in pixels, and the original with 500. Undefined for
 * any other URL, as only uploads have thumbnails.
 */
export function srcSetOf(address: string): string | undefined {
  const upload = /^\/uploads\/[0-9a-f]{64}(?=\.(?:jpg|png)$)/.exec(address)?.[0];
  return upload && `${upload}-128.webp 128w, ${upload}-256.webp 256w, ${address} 500w`;
}
