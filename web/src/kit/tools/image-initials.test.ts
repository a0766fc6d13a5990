import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initials } from "./image-initials";

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
