import { describe, expect, it } from "vitest";
import { maxImageBytes, objectionTo, tooLarge, wrongType } from "./upload-zone";

const file = (name: string, type: string, size = 1) => ({ name, type, size });

describe("an image file", () => {
  it.each([
    ["a.jpg", "image/jpeg"],
    ["a.png", "image/png"],
    ["a.JPEG", ""],
  ])("is accepted: %s of type %j", (name, type) => {
    expect(objectionTo(file(name, type))).toBeNull();
  });

  it.each([
    ["a.gif", "image/gif"],
    ["a.svg", "image/svg+xml"],
    ["a.jpg", "text/html"],
    ["a.webp", ""],
    ["png", ""],
  ])("is rejected: %s of type %j", (name, type) => {
    expect(objectionTo(file(name, type))).toBe(wrongType);
  });

  it("may have exactly 10MB", () => {
    expect(maxImageBytes).toBe(10_485_760);
    expect(objectionTo(file("a.png", "image/png", maxImageBytes))).toBeNull();
    expect(objectionTo(file("a.png", "image/png", maxImageBytes + 1))).toBe(tooLarge);
  });

  it("is rejected with the contract's messages", () => {
    expect(wrongType).toMatchObject({
      title: "Invalid File Type",
      description: "Please upload a JPG or PNG image file",
    });
    expect(tooLarge).toMatchObject({
      title: "File Too Large",
      description: "Please upload an image smaller than 10MB",
    });
  });
});
