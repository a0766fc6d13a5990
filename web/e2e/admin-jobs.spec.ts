import { readFileSync } from "node:fs";
import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

const test = signedInTo([tool("Viola")]);

test("a backup is made, verified and downloaded by keys, and a job is run", async ({ page }) => {
  await page.goto("/admin/jobs");
  await expect(page.getByText("No backups yet.")).toBeVisible();
  await expect(page.getByText("Backups aren't scheduled.")).toBeVisible();
  await expectTidy(page);

  await page.getByRole("button", { name: "Back up now" }).press("Enter");
  const backups = page.getByRole("list", { name: "Backups" });
  await expect(backups.getByRole("listitem")).toHaveCount(1);
  await expect(backups).toContainText(/MB · vitrine-backup-[\d.-]+\.zip/);
  const jobs = page.getByRole("list", { name: "Jobs" });
  const backup = jobs.getByRole("listitem", { name: "Back up the site" });
  await expect(backup).toContainText(/Done.*Written to vitrine-backup-/s);
  await expect(backup).not.toContainText("/vitrine-backup");

  await backups.getByRole("button", { name: /^Verify/ }).press("Enter");
  const verified = jobs.getByRole("listitem", { name: "Verify a backup" });
  await expect(verified).toContainText(/vitrine-backup-[\d.-]+\.zip is whole\./i);

  const downloading = page.waitForEvent("download");
  await backups.getByRole("button", { name: /^Download/ }).press("Enter");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^vitrine-backup-[\d.-]+\.zip$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");

  await page.getByRole("button", { name: "Run now: Empty the trash after 30 days" }).press("Enter");
  await expect(toastOf(page, "Job started")).toBeVisible();
  await expect(jobs.getByRole("listitem", { name: "Empty the trash after 30 days" })).toContainText(
    /0 products permanently deleted\..*next/is,
  );
  await expectTidy(page);
});
