import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mistakesIn } from "../../../kit/admin/field-rules";
import platforms from "./platforms.json";
import { addressOn, inputOf, noLink, orderIn, socialRules } from "./social-form";

const errorsOf = (values: object) =>
  mistakesIn({ ...noLink, platform: "GitHub", url: "https://github.com/x", ...values }, socialRules);

describe("a social link", () => {
  it("is active and has order 0 by default", () => {
    expect(inputOf({ ...noLink, platform: "X", url: "https://x.example" })).toEqual({
      platform: "X",
      url: "https://x.example",
      isActive: true,
      displayOrder: 0,
    });
  });

  it.each(["", "   "])("needs a platform: %j", (platform) => {
    expect(errorsOf({ platform })).toEqual({ platform: "Platform is required" });
  });

  it.each(["", "github", "javascript:alert(1)", "//github.com/x", "ftp://github.com", "data:text/html,x", "https://"])(
    "needs an http(s) URL: %j",
    (url) => expect(errorsOf({ url })).toEqual({ url: "Please enter a valid URL" }),
  );

  it("allows 50 characters of a name and 500 of a URL", () => {
    expect(errorsOf({ platform: "é".repeat(50), url: `https://x.example/${"a".repeat(482)}` })).toEqual({});
    expect(errorsOf({ platform: "é".repeat(51) })).toEqual({ platform: "Please use at most 50 characters" });
    expect(errorsOf({ url: `https://x.example/${"a".repeat(483)}` })).toEqual({
      url: "Please use at most 500 characters",
    });
  });
});

describe("the typed order", () => {
  it.each([
    ["", 0],
    ["abc", 0],
    ["7", 7],
    ["-3", -3],
    ["4.9", 4],
    ["12 or so", 12],
  ])("of %j is %d", (text, order) => expect(orderIn(text)).toBe(order));

  it("is a whole number whatever was typed", () => {
    fc.assert(fc.property(fc.string(), (text) => Number.isInteger(orderIn(text))));
  });
});

describe("the platforms", () => {
  it("are the contract's fifteen", () => {
    expect(platforms.map(({ name }) => name).join(", ")).toBe(
      "Facebook, Twitter, Instagram, LinkedIn, YouTube, TikTok, Snapchat, Pinterest, Discord, Telegram, WhatsApp, Reddit, Twitch, GitHub, Medium",
    );
  });

  it.each(platforms)("have an http(s) URL as their prefix: $name", ({ prefix }) => {
    expect(errorsOf({ url: prefix })).toEqual({});
  });

  it("keep a URL that is already on the platform, and replace any other", () => {
    const github = { name: "GitHub", prefix: "https://github.com/" };
    expect(addressOn(github, "https://github.com/vitrine")).toBe("https://github.com/vitrine");
    expect(addressOn(github, "https://medium.com/@vitrine")).toBe("https://github.com/");
    expect(addressOn(github, "")).toBe("https://github.com/");
  });
});
