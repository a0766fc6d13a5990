import { describe, expect, it } from "vitest";
import { momentIn, nextPoll, progressOf, zones } from "./issue-words";
import { sampleReport } from "./testing";

const sending = sampleReport({ status: "sending", waiting: 900, recipients: 1200, refused: 0, perSecond: 9.96 });

describe("the progress", () => {
  it.each([
    ["while it is sent", sending, "300 of 1,200 · 10 a second · about 2 minutes left"],
    ["with refusals", { ...sending, refused: 3 }, "300 of 1,200 · 10 a second · about 2 minutes left · 3 refused"],
    ["near the end", { ...sending, waiting: 100 }, "1,100 of 1,200 · 10 a second · less than a minute left"],
    ["of many", { ...sending, waiting: 90_000, recipients: 90_000 }, "0 of 90,000 · 10 a second · about 3 hours left"],
    ["before the speed is known", { ...sending, perSecond: 0 }, "300 of 1,200"],
    ["while it is paused", { ...sending, status: "paused" as const }, "300 of 1,200"],
  ])("%s", (_, report, words) => expect(progressOf(report)).toBe(words));
});

describe("the issues are read again", () => {
  const now = Date.parse("2026-12-01T08:00:00Z");
  const scheduled = (at: string) => sampleReport({ status: "scheduled", scheduledAt: at });
  it.each([
    ["never while all are finished", [sampleReport()], false],
    ["never while they are paused", [sampleReport({ status: "paused" })], false],
    ["every two seconds while one is sent", [sampleReport(), sending], 2000],
    ["when a scheduled one is due", [scheduled("2026-12-01T08:00:30Z")], 30_000],
    ["every minute until then", [scheduled("2026-12-01T09:00:00Z")], 60_000],
    ["soon if it is overdue", [scheduled("2026-12-01T07:00:00Z")], 2000],
  ])("%s", (_, reports, wait) => expect(nextPoll(reports, 1, 0, now)).toBe(wait));

  it("not without end", () => {
    expect(nextPoll([sending], 5399, 49, now)).toBe(2000);
    expect(nextPoll([sending], 5400, 0, now)).toBe(false);
    expect(nextPoll([sending], 1, 50, now)).toBe(false);
    expect(nextPoll(undefined, 0, 1, now)).toBe(false);
  });
});

it("a moment is shown in its zone, and in the browser's if it does not know the zone", () => {
  expect(momentIn("2026-12-01T08:00:00Z", "Europe/Berlin")).toBe("Dec 1, 2026, 9:00 AM");
  expect(momentIn("2026-12-01T08:00:00Z", "Mars/Olympus")).toBe(momentIn("2026-12-01T08:00:00Z", ""));
});

it("the zones have the browser's own and UTC", () => {
  const { own, all } = zones();
  expect(all).toContain(own);
  expect(all.filter((name) => name === "UTC")).toHaveLength(1);
  expect(all).toContain("Europe/Berlin");
});
