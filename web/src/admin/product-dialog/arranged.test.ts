import { describe, expect, it } from "vitest";
import { moved, without } from "./arranged";

describe("a list", () => {
  it("keeps the order of all other items when one is moved", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
  });

  it("has one item fewer after a removal", () => {
    expect(without(["a", "b", "c"], 1)).toEqual(["a", "c"]);
  });
});
