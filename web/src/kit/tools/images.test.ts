import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { imageCandidates, initials, preloadLogos, srcSetOf } from "./images";

describe("imageCandidates", () => {
  it("tries an upload at its own URL first, then where earlier versions stored it", () => {
    expect(imageCandidates("/uploads/a b.jpg")).toEqual([
      "/uploads/a b.jpg",
      "/static/uploads/a b.jpg",
      "/dist/public/uploads/a b.jpg",
      "/a b.jpg",
      "uploads/a b.jpg",
    ]);
  });

  it.each([
    ["", "an empty source"],
    ["null", "the text null"],
    ["  ", "blanks"],
  ])("has none for %j: %s", (source) => {
    expect(imageCandidates(source)).toEqual([]);
  });

  it("has no candidates without a source", () => {
    expect(imageCandidates(null)).toEqual([]);
    expect(imageCandidates(undefined)).toEqual([]);
  });

  it.each([
    "data:image/png;base64,iVBORw0KGgo/uploads/=",
    "https://example.com/logo.png",
    "https://example.com/uploads/logo.png",
    "//example.com/uploads/logo.png",
    "/logos/main?v=3",
  ])("keeps %s as it is", (source) => {
    expect(imageCandidates(source)).toEqual([source]);
  });

  it("keeps a file name that looks like a replacement pattern", () => {
    expect(imageCandidates("/uploads/$&$1.jpg")[1]).toBe("/static/uploads/$&$1.jpg");
  });

  it("starts with the upload itself and has the file name in each of five different URLs", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9$._-]{1,40}$/), (file) => {
        const candidates = imageCandidates(`/uploads/${file}`);
        expect(candidates[0]).toBe(`/uploads/${file}`);
        expect(new Set(candidates).size).toBe(5);
        for (const candidate of candidates) expect(candidate.endsWith(file)).toBe(true);
      }),
    );
  });
});

describe("initials", () => {
  it.each([
    ["Runway", "R"],
    ["Stable Diffusion", "SD"],
    ["notion ai for teams", "NA"],
    ["  Leonardo.Ai ", "LA"],
    ["élan vital", "ÉV"],
    ["e\u0301lan", "É"],
    ["𝒜lpha 𠮷野", "𝒜𠮷"],
    ["ßeta", "S"],
    ["10Web", "1"],
    ["What's Up", "WU"],
    ["Ask 🤖 Bot", "AB"],
  ])("of %j are %j", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  it("come from the alternative text if the fallback text has no letter", () => {
    expect(initials("***", "Blue Logo")).toBe("BL");
  });

  it("are AI if both texts are empty", () => {
    expect(initials("", "")).toBe("AI");
    expect(initials("🤖", "— —")).toBe("AI");
  });

  it("are one or two whole characters for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const letters = [...initials(name)];
        expect(letters.length).toBeGreaterThanOrEqual(1);
        expect(letters.length).toBeLessThanOrEqual(2);
        for (const letter of letters) expect(letter).toMatch(/^[\p{L}\p{N}]$/u);
      }),
    );
  });
});

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

const upload = `/uploads/${"0f".repeat(32)}`;

describe("srcSetOf", () => {
  it.each([".jpg", ".png"])("has both thumbnails and the original of an upload with the extension %s", (type) => {
    expect(srcSetOf(upload + type)).toBe(`${upload}-128.webp 128w, ${upload}-256.webp 256w, ${upload}${type} 500w`);
  });

  it.each([
    "",
    "/uploads/a.jpg",
    `${upload}.svg`,
    `${upload}.jpg?v=2`,
    `${upload}.jpg\n`,
    `${upload}-128.webp`,
    `/static${upload}.jpg`,
    upload.slice(1),
    `https://example.com${upload}.jpg`,
    `//example.com${upload}.jpg`,
    "data:image/png;base64,iVBORw0KGgo",
  ])("is nothing for %j", (address) => {
    expect(srcSetOf(address)).toBeUndefined();
  });
});
