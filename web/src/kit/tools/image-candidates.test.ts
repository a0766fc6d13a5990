import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageCandidates } from "./image-candidates";

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
