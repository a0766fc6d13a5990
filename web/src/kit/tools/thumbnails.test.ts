import { describe, expect, it } from "vitest";
import { srcSetOf } from "./image-candidates";

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
