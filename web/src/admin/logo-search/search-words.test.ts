import { expect, it } from "vitest";
import type { LogoRun } from "./api";
import { statusOf } from "./search-panel";

const run = (part: Partial<LogoRun>): LogoRun => ({
  status: "idle",
  startedBy: "",
  startedAt: "0001-01-01T00:00:00Z",
  endedAt: "0001-01-01T00:00:00Z",
  missing: 5465,
  pending: 0,
  proposed: 0,
  none: 0,
  dismissed: 0,
  ...part,
});

it.each<[Partial<LogoRun>, string]>([
  [{ missing: 0 }, "Every tool has a logo."],
  [{}, "5,465 tools have no logo."],
  [{ missing: 1 }, "1 tool has no logo."],
  [{ status: "running", pending: 5000, proposed: 400, none: 65 }, "465 of 5,465 websites checked, 400 logos found."],
  [{ status: "paused", pending: 1, proposed: 1 }, "Paused: 1 of 2 websites checked, 1 logo found."],
  [{ proposed: 4200, none: 1265 }, "4,200 logos found. 1,265 tools without a usable icon on their website."],
])("says of %j: %s", (part, words) => {
  expect(statusOf(run(part))).toBe(words);
});
