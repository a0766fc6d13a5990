import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../kit/fold";
import { findCategories } from "./category-field";

const known = ["Audio", "Éditeur Vidéo", "Music", "Video", "Video Editing"];

describe("the category search", () => {
  it("offers all categories that are not chosen for an empty text, and none to create", () => {
    expect(findCategories(known, ["Music"], " ")).toEqual({
      names: ["Audio", "Éditeur Vidéo", "Video", "Video Editing"],
      create: null,
    });
  });

  it("ignores case and accents, and lists matches at the start first", () => {
    expect(findCategories(known, [], "VIDEO")).toEqual({
      names: ["Video", "Video Editing", "Éditeur Vidéo"],
      create: null,
    });
  });

  it("offers to create a new name, with whitespace normalized", () => {
    expect(findCategories(known, [], "  Robots   and \t more ")).toEqual({ names: [], create: "Robots and more" });
    expect(findCategories(known, [], "Vid").create).toBe("Vid");
  });

  it("does not offer to create one that exists or is chosen, however it is spelt", () => {
    expect(findCategories(known, [], "editeur  video").create).toBeNull();
    expect(findCategories(known, ["Robots"], "röbots").create).toBeNull();
  });

  it("cuts a new name to the server's limit", () => {
    expect([...(findCategories([], [], "👩".repeat(150)).create ?? "")]).toHaveLength(100);
  });

  it("offers a limited number", () => {
    const many = Array.from({ length: 5000 }, (_, at) => `Category ${at}`);
    expect(findCategories(many, [], "cat").names).toHaveLength(50);
  });

  it("never offers duplicates or chosen categories, whatever is typed", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: fold }), fc.array(name), name, (all, chosen, typed) => {
        const { names, create } = findCategories(all, chosen, typed);
        const keys = [...names, ...(create === null ? [] : [create])].map(fold);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.filter((key) => chosen.map(fold).includes(key))).toEqual([]);
      }),
    );
  });
});
