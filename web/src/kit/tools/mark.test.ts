import { describe, expect, it } from "vitest";
import { marks } from "../../testing/shared-cases";
import { colorsOf, traitsOf } from "./mark";
import { pathsOf, piecesOf } from "./mark-pieces";

const rounded = (value: unknown) => (typeof value === "number" ? +value.toFixed(4) : value);

describe("the mark of a tool", () => {
  it.each(marks)("is what social images show: $name", ({ name, hash, motif, pair, light, ground, figure, pieces }) => {
    expect(traitsOf(name)).toEqual({ hash: Number.parseInt(hash, 16), motif, pair, light });
    expect(colorsOf(name)).toMatchObject({ ground, figure, light: light ? ground : figure });
    expect(piecesOf(name).map((piece) => piece.map(rounded))).toEqual(pieces);
  });

  it("has at most four short paths, whatever the name", () => {
    const names = Array.from({ length: 1000 }, (_, i) => `Tool ${i}`);
    const bad = names.filter((name) => {
      const paths = pathsOf(name).map(({ d }) => d);
      const areGood = paths.every((d) => /^[Mahvz\d. -]+$/.test(d));
      return !areGood || paths.length < 1 || paths.length > 4 || paths.join("").length > 650;
    });
    expect(bad).toEqual([]);
  });

  it("has a path for each opacity, and its hole in all of them", () => {
    expect(pathsOf("PhotoRoom")).toMatchInlineSnapshot(`
      [
        {
          "d": "M12 20a16 16 0 1 1 32 0a16 16 0 1 1 -32 0zM22.8 20a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0z",
          "opacity": 0.42,
        },
        {
          "d": "M17.5 20a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1 -21 0zM22.8 20a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0z",
          "opacity": 1,
        },
      ]
    `);
  });
});
