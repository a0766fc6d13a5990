import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { signedInTo, toastOf } from "./admin";
import { expectPressable, expectTidy } from "./looks";
import { importRows, type Row } from "./own-site";
import { openTab, press } from "./site-management";
import { expect } from "./test";

const tool = (name: string, description: string): Row => ({
  name,
  website: `https://${name.toLowerCase()}.example/`,
  description,
  categories: ["Strings"],
  type: "Free",
  section: "Our Products",
});

/** Each process that reads this file creates a folder; all are removed with the test data. */
const production = mkdtempSync(join(String(process.env.VITRINE_E2E_DATA), "production-"));

/** A development site with one tool that differs from production's, and one that production does not have. */
const development = signedInTo([tool("Viola", "Old words."), tool("Lute", "Only here.")], async () => {
  importRows(production, [tool("Viola", "New words."), tool("Cello", "Plays the low voice.")]);
  return { VITRINE_ROLE: "development", VITRINE_PRODUCTION_DATABASE_URL: join(production, "vitrine.db") };
});

development("a sync is previewed, and then changes what visitors see", async ({ page }) => {
  await openTab(page, "Database Sync", "?tab=sync");
  await expect(page.getByText("Last sync: Never")).toBeVisible();
  await expect(page.getByText("This site is ready to sync.")).toBeVisible();
  await press(page, "Preview");
  const preview = page.getByRole("region", { name: "What a sync would change" });
  await expect(preview.getByText("2 changed")).toBeVisible();
  await expect(preview.locator("ins").first()).toBeVisible();
  const sync = page.getByRole("button", { name: "Sync Now", exact: true });
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: "Preview", exact: true }), sync));
  await sync.click();
  await expect(toastOf(page, "Database sync completed successfully")).toContainText("Success");
  await expect(preview).toHaveCount(0);
  await page.reload();
  await expect(page.locator("time")).toHaveText(new RegExp(String(new Date().getFullYear())));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Cello" })).toBeVisible();
  await expect(page.getByText("New words.")).toBeVisible();
  await expect(page.getByText("Only here.")).toHaveCount(0);
});
