import { describe, expect, it } from "vitest";
import { moved, without } from "./arranged";

describe("a list", () => {
  it("has an item moved to a place, and all others in their order", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
  });

  it("has an item taken out", () => {
    expect(without(["a", "b", "c"], 1)).toEqual(["a", "c"]);
  });
});
