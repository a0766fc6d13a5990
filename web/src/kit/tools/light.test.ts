import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initials } from "./images";
import { lightOf, withTurnedHues } from "./light";

const tool = (name: string, logo = "") => ({ name, logo, logoColor: "" });

const hue = (light: string) => Number(/ ([\d.]+)\)$/.exec(light)?.[1]);

describe("the colors of a grid", () => {
  it("are those of the names", () => {
    const tools = ["Alpha", "Beta", "Gamma"].map((name) => tool(name));
    expect(withTurnedHues(tools)).toEqual(tools);
  });

  it("differ where three in a row have the same initials", () => {
    const shown = withTurnedHues(["Alpha", "Alpha", "Alpha", "Alpha"].map((name) => tool(name))).map(lightOf);
    expect(shown[1]).toBe(shown[0]);
    expect((hue(shown[2] ?? "") - hue(shown[0] ?? "") + 360) % 360).toBe(90);
  });

  it("leave out tools with a logo", () => {
    const tools = [tool("Alpha"), tool("Alpha", "/a.png"), tool("Alpha", "/a.png"), tool("Alpha")];
    expect(withTurnedHues(tools)).toEqual(tools);
  });

  it("are never alike for three of the same initials in four", () => {
    const name = fc.constantFrom("Ada", "Ada", "Ava", "Ace", "Alma", "Beta", "Bo");
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const tiles = withTurnedHues(names.map((name) => tool(name)));
        for (let at = 0; at < tiles.length; at++) {
          const row = tiles.slice(at, at + 4);
          for (const { name } of row) {
            const hues = row.filter((other) => initials(other.name) === initials(name)).map((one) => hue(lightOf(one)));
            const near = (one: number) =>
              hues.filter((other) => Math.min((one - other + 360) % 360, (other - one + 360) % 360) < 15).length;
            for (const one of hues) expect(near(one)).toBeLessThan(3);
          }
        }
      }),
    );
  });
});
