import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { JobStatus } from "../../api/schema.gen";
import { openAdmin } from "../../testing/admin-page";
import { done, refusal } from "../../testing/server";
import { spanOf } from "./jobs";

const never = "0001-01-01T00:00:00Z";
const job = (name: string, fields: Partial<JobStatus> = {}): JobStatus => ({
  name,
  title: `Job ${name}`,
  everySeconds: 3600,
  state: "never",
  startedAt: never,
  endedAt: never,
  nextAt: never,
  result: "",
  step: "",
  ...fields,
});
const backup = {
  name: "vitrine-backup-20261130-030405.000.zip.age",
  kind: "before-sync",
  madeAt: "2026-11-30T03:04:05Z",
  size: 1_234_000_000,
  isEncrypted: true,
};

it("says what failed first and why, and runs a job once", async () => {
  const jobs = [
    job("a", {
      state: "done",
      startedAt: "2026-11-30T03:00:00Z",
      endedAt: "2026-11-30T03:00:02Z",
      result: "3 removed",
    }),
    job("b", { state: "failed", result: "the disk is full" }),
    job("c", { state: "running", startedAt: "2026-11-30T03:00:00Z", step: "Checking: 3 of 9", everySeconds: 0 }),
  ];
  const { user, sent, server } = openAdmin("/admin/jobs", {
    "GET /api/admin/jobs": jobs,
    "GET /api/admin/backups": [],
    "POST /api/admin/jobs/a/run": done,
    "POST /api/admin/jobs/b/run": () => refusal(409, "This job is running already."),
  });
  const rows = within(await screen.findByRole("list", { name: "Jobs" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Job bFailedThe disk is full\.Every hour/),
    expect.stringMatching(/^Job aDone3 removed\.Every hour · last run .*, took 2 seconds/),
    expect.stringMatching(/^Job cRunningChecking: 3 of 9Runs only when you start it/),
  ]);
  expect(screen.getByRole("button", { name: "Run now: Job c" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Run now: Job a" }));
  expect(await screen.findByText("Job started")).toBeVisible();
  expect(sent("POST /api/admin/jobs/a/run")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Run now: Job b" }));
  expect(await screen.findByText("This job is running already.")).toBeVisible();
  expect(server.changes()).toHaveLength(2);
});

it("asks who downloads a backup to confirm first", async () => {
  const replies: Record<string, unknown> = {
    "GET /api/admin/jobs": [job("backup", { everySeconds: 0 })],
    "GET /api/admin/backups": [backup],
    [`POST /api/admin/backups/${backup.name}/link`]: () =>
      refusal(403, "Please confirm that it's you first.", { code: "confirmation_needed" }),
  };
  const { user } = openAdmin("/admin/jobs", replies);
  const row = within(await screen.findByRole("list", { name: "Backups" })).getByRole("listitem");
  await waitFor(() => expect(row).toHaveTextContent(/Before a syncEncrypted.* 1,234 MB · vitrine-backup-/));
  expect(await screen.findByRole("link", { name: "Set up a schedule" })).toBeVisible();
  await user.click(within(row).getByRole("button", { name: /^Download/ }));
  expect(await screen.findByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
});

it("says a span in its largest unit", () => {
  expect([1, 59, 60, 300, 3600, 7200, 86_400, 172_800].map(spanOf)).toEqual([
    "second",
    "59 seconds",
    "minute",
    "5 minutes",
    "hour",
    "2 hours",
    "day",
    "2 days",
  ]);
});
