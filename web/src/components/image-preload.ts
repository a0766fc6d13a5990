import { firstAttempt, type ImageAttempt } from "./image-candidates";

const most = 8;
const timeout = 5000;

/**
 * Asks for the first eight logos at once, before anything on the page says they are needed, in the size that they are
 * shown in (as in `<img sizes>`). Nobody waits for it: what takes longer than five seconds is logged, and each image goes
 * on by itself.
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
