import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DraftItem } from "../../api/schema.gen";
import { moveTo } from "../../kit/admin/order";
import type { SectionKind } from "./api";
import { isSame, itemsAfter, itemsOf, linesOf, movedTo, placeOf, sections } from "./draft-order";
import { sampleItem } from "./testing";

const items = [sampleItem(1), sampleItem(2), sampleItem(3, "featured"), sampleItem(4, "popular")];

const short = (list: readonly DraftItem[]) => list.map(({ section, product }) => `${section} ${product.id}`);

/** Returns the tools after one was moved to a position between the lines. */
function orderAfter(id: number, position: number) {
  const lines = linesOf(items);
  const move = moveTo(lines, id, position);
  return short(move ? itemsAfter(lines, move) : itemsOf(lines));
}

describe("the lines", () => {
  it("are each section's heading with its tools below", () => {
    expect(linesOf(items).map(({ name, count, item }) => (item ? name : `${name} (${count})`))).toEqual([
      "New (2)",
      "Tool 1",
      "Tool 2",
      "Featured (1)",
      "Tool 3",
      "Deals (0)",
      "Most popular (1)",
      "Tool 4",
    ]);
  });

  it("are the same tools again, in the order of the email", () => {
    const kinds = fc.constantFrom(...sections.map(({ kind }) => kind));
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 20 }), (drawn) => {
        const list = drawn.map((kind, index) => sampleItem(index + 1, kind));
        const position = (kind: SectionKind) => sections.findIndex((section) => section.kind === kind);
        const sorted = list.toSorted((a, b) => position(a.section) - position(b.section));
        expect(itemsOf(linesOf(list))).toEqual(sorted);
      }),
    );
  });
});

describe("a moved tool", () => {
  it("is ordered within its section", () => {
    expect(orderAfter(1, 2)).toEqual(["new 2", "new 1", "featured 3", "popular 4"]);
  });

  it("goes to another section past its heading", () => {
    expect(orderAfter(2, 3)).toEqual(["new 1", "featured 2", "featured 3", "popular 4"]);
    expect(orderAfter(3, 5)).toEqual(["new 1", "new 2", "deals 3", "popular 4"]);
    expect(orderAfter(4, 4)).toEqual(["new 1", "new 2", "featured 4", "featured 3"]);
  });

  it("belongs to the first section above all headings", () => {
    expect(orderAfter(3, 0)).toEqual(["new 3", "new 1", "new 2", "popular 4"]);
  });

  it("is announced with its section and its place there", () => {
    const lines = linesOf(items);
    expect(placeOf(1, lines, 1)).toBe("New, 1 of 2");
    expect(placeOf(3, lines, 2)).toBe("Featured, 1 of 2");
    expect(placeOf(7, lines, 1)).toBe("Most popular, 2 of 2");
  });

  it("goes to the end of a section that is chosen", () => {
    expect(short(movedTo(items, 3, "new"))).toEqual(["new 1", "new 2", "popular 4", "new 3"]);
    expect(movedTo(items, 9, "new")).toEqual(items);
  });
});

it("two versions are the same if they would be saved as the same", () => {
  const values = { subject: "Hello", intro: "", items };
  const renamed = items.map((item) => ({ ...item, product: { ...item.product, name: "Other" } }));
  expect(isSame(values, { ...values, items: renamed })).toBe(true);
  expect(isSame(values, { ...values, subject: "Hello!" })).toBe(false);
  expect(isSame(values, { ...values, items: movedTo(items, 1, "deals") })).toBe(false);
});
