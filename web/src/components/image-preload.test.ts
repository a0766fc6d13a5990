import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preloadLogos } from "./image-preload";

const asked: { src: string; srcset: string; sizes: string; onload?: () => void; onerror?: () => void }[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      srcset = "";
      sizes = "";
      constructor() {
        asked.push(this);
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("the first eight logos are asked for, and no ninth", () => {
  void preloadLogos(
    Array.from({ length: 12 }, (_, i) => `/uploads/${i}.jpg`),
    "4rem",
  );
  expect(asked.map(({ src }) => src)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `/uploads/${i}.jpg`));
});

it("an upload is asked for in the size that it is shown in, and no larger", () => {
  const hash = `/uploads/${"0f".repeat(32)}`;
  void preloadLogos([`${hash}.png`, "https://example.com/logo.png"], "4rem");
  const srcset = `${hash}-128.webp 128w, ${hash}-256.webp 256w, ${hash}.png 500w`;
  expect(asked[0]).toMatchObject({ src: `${hash}.png`, srcset, sizes: "4rem" });
  expect(asked[1]).toMatchObject({ src: "https://example.com/logo.png", srcset: "" });
});

it("nothing is asked for where there is no logo or it is in the answer itself", async () => {
  await preloadLogos(["", "null", "data:image/png;base64,AAAA"], "4rem");
  expect(asked).toEqual([]);
});

it("one that takes more than five seconds is only logged", async () => {
  const done = preloadLogos(["/uploads/a.jpg", "/uploads/b.jpg"], "4rem");
  asked[0]?.onload?.();
  await vi.advanceTimersByTimeAsync(4999);
  expect(console.warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(console.warn).toHaveBeenCalledExactlyOnceWith("Image preload timeout");
});

it("one that fails is no warning: the image itself will say so", async () => {
  const done = preloadLogos(["/uploads/a.jpg"], "4rem");
  asked[0]?.onerror?.();
  await done;
  await vi.advanceTimersByTimeAsync(5000);
  expect(console.warn).not.toHaveBeenCalled();
});
