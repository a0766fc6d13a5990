import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compared, differencesOf } from "./differences";

const shown = ([before, after]: ReturnType<typeof compared>) =>
  [before, after].map((side) => side.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(""));

describe("the differences of an entry", () => {
  it("are listed by field with the labels of the screens, without fields that always change", () => {
    const before = { id: 1, name: "Runway", hasDeal: false, categories: ["Video"], version: 1, updatedAt: "a" };
    const after = { id: 1, name: "Runway 2", hasDeal: true, categories: ["Video", "Film"], version: 2, updatedAt: "b" };
    expect(differencesOf({ before, after }).map(({ label }) => label)).toEqual(["name", "deal", "categories"]);
    expect(differencesOf({ before, after })[1]).toMatchObject({ before: [{ text: "No" }], after: [{ text: "Yes" }] });
  });

  it("contain every non-empty field if there was no state before", () => {
    const after = { name: "Runway", useCases: "", images: [], isFeatured: false };
    const found = differencesOf({ before: null, after });
    expect(found.map(({ label, before }) => [label, before])).toEqual([
      ["name", []],
      ["featured", []],
    ]);
  });

  it.each([
    [{ before: null, after: null }],
    [{ before: "text", after: 5 }],
    [{ before: [1], after: [2] }],
    [{ before: { name: "same" }, after: { name: "same" } }],
  ])("are empty if no field differs: %j", (entry) => {
    expect(differencesOf(entry)).toEqual([]);
  });

  it.each([
    ["edits video", "edits film", "edits [video]", "edits [film]"],
    ["one two three", "one three", "one [two ]three", "one three"],
    ["", "new", "", "[new]"],
    ["https://a.example/x", "https://b.example/x", "https://[a].example/x", "https://[b].example/x"],
  ])("are marked word by word: %s → %s", (before, after, wantBefore, wantAfter) => {
    expect(shown(compared(before, after))).toEqual([wantBefore, wantAfter]);
  });

  it("keep both texts whole, and mark nothing in equal texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ".", "é", "\n") });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, now] = compared(before, after);
        const joined = (side: typeof old) => side.map((piece) => piece.text).join("");
        expect([joined(old), joined(now)]).toEqual([before, after]);
        const unchanged = (side: typeof old) => joined(side.filter(({ changed }) => !changed));
        expect(unchanged(old)).toBe(unchanged(now));
        expect([...old, ...now].some(({ changed }) => changed)).toBe(before !== after);
      }),
    );
  });

  it("are found in the longest possible texts", () => {
    const long = (word: string) => Array.from({ length: 6000 }, (_, index) => word + index).join(" ");
    expect(compared(`same ${long("a")} end`, `same ${long("b")} end`)[0]).toHaveLength(3);
  });
});
