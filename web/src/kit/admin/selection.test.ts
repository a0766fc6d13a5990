import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { added, allToggled, nothingSelected, ranged, type Selection, shareSelected, toggled } from "./selection";

const list = (...ids: number[]) => ids.map((id) => ({ id }));
const idsOf = ({ ids }: Selection) => [...ids].toSorted((a, b) => a - b);
const shown = list(10, 20, 30, 40, 50);

describe("a selection", () => {
  it("adds and removes a product", () => {
    const once = toggled(nothingSelected, 20);
    expect(idsOf(once)).toEqual([20]);
    expect(idsOf(toggled(once, 20))).toEqual([]);
  });

  it("extends from the last product to the next with Shift, up and down", () => {
    expect(idsOf(ranged(toggled(nothingSelected, 20), shown, 40))).toEqual([20, 30, 40]);
    expect(idsOf(ranged(toggled(nothingSelected, 40), shown, 20))).toEqual([20, 30, 40]);
  });

  it("removes a range if its end was selected", () => {
    const all = allToggled(nothingSelected, shown);
    const anchored = toggled(all, 20);
    expect(idsOf(ranged(anchored, shown, 40))).toEqual([10, 50]);
  });

  it("continues from the end of the previous range", () => {
    const first = ranged(toggled(nothingSelected, 10), shown, 20);
    expect(idsOf(ranged(first, shown, 40))).toEqual([10, 20, 30, 40]);
  });

  it("contains only the product itself if the anchor is filtered out", () => {
    const anchored = toggled(nothingSelected, 99);
    expect(idsOf(ranged(anchored, shown, 30))).toEqual([30, 99]);
  });

  it("adds a product without ever removing it", () => {
    expect(idsOf(added(added(nothingSelected, 10), 10))).toEqual([10]);
  });

  it("of all shown products leaves hidden ones as they are", () => {
    const hidden = toggled(nothingSelected, 99);
    const all = allToggled(hidden, shown);
    expect(idsOf(all)).toEqual([10, 20, 30, 40, 50, 99]);
    expect(idsOf(allToggled(all, shown))).toEqual([99]);
  });

  it("of some shown products becomes all, and of all becomes none", () => {
    const some = toggled(nothingSelected, 30);
    expect(shareSelected(some, shown)).toBe("some");
    expect(shareSelected(allToggled(some, shown), shown)).toBe("all");
    expect(shareSelected(nothingSelected, shown)).toBe("none");
    expect(shareSelected(some, [])).toBe("none");
  });

  it("never contains a product outside the ranges", () => {
    const ids = fc.uniqueArray(fc.nat({ max: 200 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (ids, a, b) => {
        const [from, to] = [a % ids.length, b % ids.length];
        const anchored = toggled(nothingSelected, ids[from] ?? 0);
        const after = ranged(anchored, list(...ids), ids[to] ?? 0);
        const reached = from === to ? [] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
        expect(new Set(after.ids)).toEqual(new Set(reached));
      }),
    );
  });
});
