import { imageCandidates } from "./image-candidates";

const most = 8;
const timeout = 5000;

/**
 * Asks for the first eight logos at once, before anything on the page says they are needed. Nobody waits for it: what
 * takes longer than five seconds is logged, and each image goes on by itself.
 */
export async function preloadLogos(logos: string[]): Promise<void> {
  const addresses = logos.slice(0, most).flatMap((logo) => imageCandidates(logo).slice(0, 1));
  await Promise.all(addresses.filter((address) => !address.startsWith("data:")).map(preload));
}

function preload(address: string): Promise<void> {
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
    image.src = address;
  });
}
