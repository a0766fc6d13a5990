import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawingTooLarge,
  inputOf,
  maxLogoBytes,
  maxSvgBytes,
  objectionTo,
  sizeInKB,
  tooLarge,
  wrongType,
} from "./logo-file";

describe("a size", () => {
  it.each([
    [0, "0.0 KB"],
    [51, "0.0 KB"],
    [52, "0.1 KB"],
    [1024, "1.0 KB"],
    [1536, "1.5 KB"],
    [12_345, "12.1 KB"],
    [5 * 1024 * 1024, "5120.0 KB"],
  ])("of %d bytes is %s", (bytes, words) => expect(sizeInKB(bytes)).toBe(words));

  it("has one decimal and is rounded correctly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxLogoBytes }), (bytes) => {
        const words = sizeInKB(bytes);
        expect(words).toMatch(/^\d+\.\d KB$/);
        expect(Math.abs(Number.parseFloat(words) - bytes / 1024)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });
});

describe("a logo file", () => {
  it.each(["image/png", "image/jpeg", "image/svg+xml", "image/gif", "image/webp"])("of type %s may be a logo", (type) =>
    expect(objectionTo({ type, name: "logo", size: 1 })).toBeNull(),
  );

  it.each(["text/html", "application/pdf", "video/mp4"])("of type %s is rejected", (type) =>
    expect(objectionTo({ type, name: "logo.png", size: 1 })).toBe(wrongType),
  );

  it("without a type is recognized by its name", () => {
    expect(objectionTo({ type: "", name: "LOGO.SVG", size: 1 })).toBeNull();
    expect(objectionTo({ type: "", name: "logo.exe", size: 1 })).toBe(wrongType);
  });

  it("may have exactly 5 MB", () => {
    expect(objectionTo({ type: "image/png", name: "a", size: maxLogoBytes })).toBeNull();
    expect(objectionTo({ type: "image/png", name: "a", size: maxLogoBytes + 1 })).toBe(tooLarge);
  });

  it("may have exactly 256 KB if it is an SVG", () => {
    expect(objectionTo({ type: "image/svg+xml", name: "a", size: maxSvgBytes })).toBeNull();
    expect(objectionTo({ type: "image/svg+xml", name: "a", size: maxSvgBytes + 1 })).toBe(drawingTooLarge);
    expect(objectionTo({ type: "", name: "a.SVG", size: maxSvgBytes + 1 })).toBe(drawingTooLarge);
  });

  it("is sent whole, named like its file without the extension, and active", async () => {
    const file = new File(["<svg/>"], "our mark.v2.svg", { type: "image/svg+xml" });
    expect(await inputOf("main", file)).toEqual({
      type: "main",
      name: "our mark.v2",
      fileName: "our mark.v2.svg",
      fileData: `data:image/svg+xml;base64,${btoa("<svg/>")}`,
      mimeType: "image/svg+xml",
      fileSize: 6,
      isActive: true,
    });
  });

  it("always has a name, cut to the limit", async () => {
    const named = async (name: string) => inputOf("favicon", new File(["x"], name, { type: "image/png" }));
    expect((await named(" .png")).name).toBe("favicon");
    expect((await named(".png")).name).toBe(".png");
    const long = await named(`${"🎻".repeat(300)}.png`);
    expect([...long.name]).toHaveLength(200);
    expect([...(long.fileName ?? "")]).toHaveLength(255);
  });
});
