import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followed, moved, moveTo, numbered, placements } from "./order";

const list = (...ids: number[]) => ids.map((id) => ({ id, displayOrder: 0 }));
const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id);

const catalogue = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 });

/** A random list, a part of it in the same order, one item of that part, and a position in it. */
const moves = catalogue.chain((ids) =>
  fc
    .tuple(fc.subarray(ids, { minLength: 1 }), fc.nat(), fc.integer({ min: -5, max: 70 }))
    .map(([shown, pick, position]) => ({
      all: list(...ids),
      shown: list(...shown),
      id: shown[pick % shown.length] ?? 0,
      position,
    })),
);

/** All ids but one, in their order. */
const without = (products: readonly { id: number }[], id: number) => idsOf(products).filter((other) => other !== id);

describe("a move", () => {
  it("moves one product, and neither loses, duplicates nor reorders the others", () => {
    fc.assert(
      fc.property(moves, ({ all, shown, id, position }) => {
        const move = moveTo(shown, id, position);
        const after = move ? moved(all, move) : all;
        expect(idsOf(after).toSorted()).toEqual(idsOf(all).toSorted());
        expect(without(after, id)).toEqual(without(all, id));
      }),
    );
  });

  it("moves the product to the requested position in the shown list", () => {
    fc.assert(
      fc.property(moves, ({ all, shown, id, position }) => {
        const move = moveTo(shown, id, position);
        const after = move ? moved(all, move) : all;
        const visible = new Set(idsOf(shown));
        const shownAfter = idsOf(after).filter((one) => visible.has(one));
        expect(shownAfter.indexOf(id)).toBe(Math.max(0, Math.min(position, shown.length - 1)));
      }),
    );
  });

  it("has the same result when it is applied twice", () => {
    fc.assert(
      fc.property(moves, ({ all, shown, id, position }) => {
        const move = moveTo(shown, id, position);
        if (!move) return;
        const once = moved(all, move);
        expect(moved(once, move)).toEqual(once);
      }),
    );
  });

  it("can be undone by moving the product back to its position", () => {
    fc.assert(
      fc.property(moves, ({ all, id, position }) => {
        const from = all.findIndex((product) => product.id === id);
        const there = moveTo(all, id, position);
        const after = there ? moved(all, there) : all;
        const back = moveTo(after, id, from);
        expect(idsOf(back ? moved(after, back) : after)).toEqual(idsOf(all));
      }),
    );
  });

  it("in a filtered list puts the product next to the one it was dropped on, and hidden ones stay", () => {
    const all = list(1, 2, 3, 4, 5, 6);
    const shown = list(2, 4, 6);
    const down = moveTo(shown, 2, 1);
    expect(down && idsOf(moved(all, down))).toEqual([1, 3, 4, 2, 5, 6]);
    const up = moveTo(shown, 6, 1);
    expect(up && idsOf(moved(all, up))).toEqual([1, 2, 3, 6, 4, 5]);
  });

  it("to the product's own position is null", () => {
    expect(moveTo(list(1, 2), 2, 1)).toBeNull();
    expect(moveTo(list(1, 2), 2, 99)).toBeNull();
    expect(moveTo(list(1, 2), 1, -1)).toBeNull();
  });

  it("of a deleted product, or next to one, changes nothing", () => {
    const products = list(1, 2, 3);
    expect(moveTo(products, 9, 0)).toBeNull();
    expect(moved(products, { id: 9, beside: 1, after: true })).toBe(products);
    expect(moved(products, { id: 1, beside: 9, after: true })).toBe(products);
  });
});

describe("the item before a moved one", () => {
  const order = list(7, 3, 5);

  it.each([
    ["the one that it goes after", { id: 7, beside: 5, after: true }, 5],
    ["the one before the one that it goes before", { id: 5, beside: 3, after: false }, 7],
    ["not itself", { id: 3, beside: 5, after: false }, 7],
    ["none at the top", { id: 5, beside: 7, after: false }, 0],
    ["a deleted one, which the server refuses", { id: 5, beside: 9, after: false }, 9],
  ])("is %s", (_, move, id) => {
    expect(followed(order, move)).toBe(id);
  });
});

describe("the display order", () => {
  it("is saved for every product, counted from 1", () => {
    expect(placements(list(7, 3, 5))).toEqual([
      { id: 7, displayOrder: 1 },
      { id: 3, displayOrder: 2 },
      { id: 5, displayOrder: 3 },
    ]);
  });

  it("keeps the object of a product whose number stays the same", () => {
    const products = [
      { id: 7, displayOrder: 1 },
      { id: 3, displayOrder: 9 },
    ];
    const after = numbered(products);
    expect(after.map(({ displayOrder }) => displayOrder)).toEqual([1, 2]);
    expect(after[0]).toBe(products[0]);
  });
});
