import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preloadLogos } from "./image-preload";

const images: { src: string; srcset: string; sizes: string; onload?: () => void; onerror?: () => void }[] = [];

beforeEach(() => {
  images.length = 0;
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      srcset = "";
      sizes = "";
      constructor() {
        images.push(this);
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("preloads the first eight logos only", () => {
  void preloadLogos(
    Array.from({ length: 12 }, (_, i) => `/uploads/${i}.jpg`),
    "4rem",
  );
  expect(images.map(({ src }) => src)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `/uploads/${i}.jpg`));
});

it("preloads an upload in its display size", () => {
  const hash = `/uploads/${"0f".repeat(32)}`;
  void preloadLogos([`${hash}.png`, "https://example.com/logo.png"], "4rem");
  const srcset = `${hash}-128.webp 128w, ${hash}-256.webp 256w, ${hash}.png 500w`;
  expect(images[0]).toMatchObject({ src: `${hash}.png`, srcset, sizes: "4rem" });
  expect(images[1]).toMatchObject({ src: "https://example.com/logo.png", srcset: "" });
});

it("preloads nothing without logos or with data URIs", async () => {
  await preloadLogos(["", "null", "data:image/png;base64,AAAA"], "4rem");
  expect(images).toEqual([]);
});

it("logs a logo that takes more than five seconds, without failing", async () => {
  const done = preloadLogos(["/uploads/a.jpg", "/uploads/b.jpg"], "4rem");
  images[0]?.onload?.();
  await vi.advanceTimersByTimeAsync(4999);
  expect(console.warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(console.warn).toHaveBeenCalledExactlyOnceWith("Image preload timeout");
});

it("does not warn about a logo that fails: the image itself logs it", async () => {
  const done = preloadLogos(["/uploads/a.jpg"], "4rem");
  images[0]?.onerror?.();
  await done;
  await vi.advanceTimersByTimeAsync(5000);
  expect(console.warn).not.toHaveBeenCalled();
});
