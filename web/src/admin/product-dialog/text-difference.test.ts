import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOf } from "./text-difference";

describe("a text compared with another", () => {
  it("is marked where it differs, by whole words", () => {
    expect(differenceOf("It lights up a room.", "It lights up two rooms.")).toEqual({
      before: "It lights up ",
      marked: "a room.",
      after: "",
    });
    expect(differenceOf("one two three", "one 2 three")).toEqual({ before: "one ", marked: "two", after: " three" });
  });

  it("has nothing marked if it only lacks words or is the same", () => {
    expect(differenceOf("a c", "a b c").marked).toBe("");
    expect(differenceOf("a b", "a b")).toEqual({ before: "a b", marked: "", after: "" });
    expect(differenceOf("", "x")).toEqual({ before: "", marked: "", after: "" });
  });

  it("keeps its whole text, and shares the unmarked parts with the other", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n") });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { before, marked, after } = differenceOf(one, other);
        expect(before + marked + after).toBe(one);
        expect(other.startsWith(before) && other.endsWith(after)).toBe(true);
      }),
    );
  });
});
