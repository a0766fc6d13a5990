import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { signedInTo, toastOf } from "./admin";
import { expectPressable, expectTidy } from "./looks";
import { importRows, type Row } from "./own-site";
import { openTab, press, test } from "./site-management";
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

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("on a production site the sync says why there is none, and leads to the command line", async ({ page }) => {
  await test.step("on a production site nothing can be synced, and the reason is shown", async () => {
    await openTab(page, "Database Sync", "?tab=sync");
    await expectTidy(page, async () => {
      await expect(page.getByRole("status").filter({ hasText: "role is production" })).toBeVisible();
      for (const name of ["Sync Now", "Preview"]) await expect(page.getByRole("button", { name })).toBeDisabled();
    });
  });
  await test.step("export and import refer to the command line, and the webhook URL can be copied", async () => {
    await openTab(page, "Database Sync", "?tab=sync");
    await press(page, "Export Data");
    await expect(toastOf(page, "Export Data")).toContainText("Please use the command-line tools: vitrine export");
    await press(page, "Import Data");
    await expect(toastOf(page, "Import Data")).toContainText("Please use the command-line tools: vitrine import");
    await press(page, "Copy webhook address");
    await expect(toastOf(page, "Copied to Clipboard")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http:.*\/api\/sync\/webhook$/);
    await page.getByRole("tab", { name: "Database Sync" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("tab", { name: "Logo Settings" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Current Logos" })).toBeVisible();
  });
});
