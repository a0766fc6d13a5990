import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeProduct } from "../../testing/dialog";
import { valuesOf } from "./product-values";
import { differenceOf, differences, firstChoice, merged } from "./versions";

const base = valuesOf(wholeProduct());
const mine = { ...base, name: "Mine", description: "My words.", logo: "/uploads/m.jpg", logoColor: "#111111" };
const theirs = {
  ...base,
  description: "Their words.",
  categories: ["Audio", "Video"],
  logo: "/uploads/t.jpg",
  logoColor: "#222222",
};

describe("two versions", () => {
  it("differ in the fields that either user has changed, and tell which", () => {
    expect(differences(base, mine, theirs)).toEqual([
      { name: "name", changedBy: "mine" },
      { name: "categories", changedBy: "theirs" },
      { name: "description", changedBy: "both" },
      { name: "logo", changedBy: "both" },
    ]);
  });

  it("do not differ in a field that both changed in the same way", () => {
    expect(differences(base, { ...base, name: "New" }, { ...base, name: " New " })).toEqual([]);
  });

  it("initially choose each user's own changes, and mine where both changed a field", () => {
    expect(firstChoice(differences(base, mine, theirs))).toEqual({
      name: "mine",
      categories: "theirs",
      description: "mine",
      logo: "mine",
    });
  });

  it("are merged by the choice; a logo includes its color", () => {
    const choice = { name: "mine", categories: "theirs", description: "theirs", logo: "theirs" } as const;
    expect(merged(mine, theirs, choice)).toEqual({ ...theirs, name: "Mine" });
    expect(merged(mine, theirs, { ...choice, logo: "mine" })).toMatchObject({
      logo: "/uploads/m.jpg",
      logoColor: "#111111",
    });
  });
});

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
