import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mark, markedAs } from "./markdown-marks";

/** Applies a mark to the text between the bars, and shows the resulting selection in the same way. */
function marked(mark: Mark, shown: string): string {
  const [before = "", selected = "", after = ""] = shown.split("|");
  const text = before + selected + after;
  const { from, to, insert, selection } = markedAs(mark, text, before.length, before.length + selected.length);
  const result = text.slice(0, from) + insert + text.slice(to);
  const [start, end] = selection;
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`;
}

describe("a mark", () => {
  it.each<[Mark, string, string]>([
    ["bold", "We |never| sell it.", "We **|never|** sell it."],
    ["bold", "We **|never|** sell it.", "We |never| sell it."],
    ["bold", "We || sell it.", "We **|bold text|** sell it."],
    ["italic", "|never|", "_|never|_"],
    ["italic", "_|never|_", "|never|"],
    ["heading", "One\nTw|o\nThree|", "One\n|## Two\n## Three|"],
    ["heading", "|## Two|", "|Two|"],
    ["heading", "||", "|## |"],
    ["list", "One\n|Two|\nThree", "One\n|- Two|\nThree"],
    ["list", "|- One\nTwo|", "|- - One\n- Two|"],
    ["link", "See |our policy|.", "See [our policy](|https://|)."],
    ["link", "See ||.", "See [link text](|https://|)."],
  ])("%s turns %j into %j", (mark, before, after) => expect(marked(mark, before)).toBe(after));

  it("leaves the text around the selection as it is", () => {
    const marks = fc.constantFrom<Mark>("heading", "bold", "italic", "list", "link");
    fc.assert(
      fc.property(marks, fc.string({ unit: "grapheme" }), fc.nat(), fc.nat(), (mark, text, one, other) => {
        const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
        const { from, to, insert, selection } = markedAs(mark, text, start, end);
        expect(from).toBeLessThanOrEqual(start);
        expect(to).toBeGreaterThanOrEqual(end);
        const [first, last] = selection;
        expect(first).toBeGreaterThanOrEqual(from);
        expect(last).toBeLessThanOrEqual(from + insert.length);
      }),
    );
  });
});
