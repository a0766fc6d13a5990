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

/**
 * Returns the initials shown instead of an image: the first letters of the first two words of the fallback text, or of
 * the alternative text, or "AI" if neither has a letter or a digit.
 */
export function initials(fallback: string, alt = ""): string {
  return firstLetters(fallback) || firstLetters(alt) || "AI";
}

function firstLetters(text: string): string {
  const words = text.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  return words.slice(0, 2).map(firstLetter).join("");
}

/** Returns one code point: some letters become two in upper case, and there is space for one only. */
function firstLetter(word: string): string {
  const [letter = ""] = word;
  const [upper = ""] = letter.toUpperCase();
  return upper;
}

const most = 8;
const timeout = 5000;

/**
 * Preloads the first eight logos in their display size (as in `<img sizes>`), before the browser finds them in the
 * page. Nothing waits for it: an image that takes more than five seconds is logged and loads as usual.
 */
export async function preloadLogos(logos: string[], sizes: string): Promise<void> {
  const first = logos.slice(0, most).flatMap((logo) => firstAttempt(logo, sizes) ?? []);
  await Promise.all(first.filter(({ src }) => !src.startsWith("data:")).map((attempt) => preload(attempt, sizes)));
}

function preload({ src, srcSet = "" }: ImageAttempt, sizes: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      console.warn("Image preload timeout");
      resolve();
    }, timeout);
    const image = new Image();
    image.onload = image.onerror = () => {
      clearTimeout(timer);
      resolve();
    };
    image.sizes = sizes;
    image.srcset = srcSet;
    image.src = src;
  });
}
