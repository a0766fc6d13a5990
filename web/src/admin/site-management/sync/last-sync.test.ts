import { expect, it } from "vitest";
import { timeIn } from "./last-sync";

it.each([
  [null, 0],
  ["", 0],
  ["yesterday", 0],
  ["-1", 0],
  ["1.5", 0],
  ["9e15", 0],
  ["1763755200000", 1763755200000],
])("what was kept of the last sync is a time, or nothing: %j", (kept, time) => expect(timeIn(kept)).toBe(time));
