import { firstAttempt, type ImageAttempt } from "./image-candidates";

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
