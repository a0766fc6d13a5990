import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { press } from "./directory";
import { expectPressable, expectTidy, violations } from "./looks";
import { importRows, tool, uploadOf } from "./own-site";
import { pngOf } from "./png";
import { openTab } from "./site-management";
import { expect } from "./test";

const drawn = pngOf(64, 64, [40, 90, 140]);
const logo = uploadOf(drawn).replace(".png", ".jpg"); // as uploads are named
const viola = tool("Viola", { description: "Old words.", logo });
const lute = tool("Lute", { description: "Only here.", logo: `/uploads/${"0".repeat(64)}.jpg` });

/** Each process that reads this file creates a folder; all are removed with the test data. */
const production = mkdtempSync(join(String(process.env.VITRINE_E2E_DATA), "production-"));

/**
 * A development site with one tool that differs from production's, two that production does not have, and two images
 * that it lacks; production has one of them.
 */
const test = signedInTo([viola, lute, tool("Harp")], async () => {
  importRows(production, [{ ...viola, description: "New words." }, tool("Cello")]);
  mkdirSync(join(production, "uploads"), { recursive: true });
  writeFileSync(join(production, logo), drawn);
  return { VITRINE_ROLE: "development", VITRINE_PRODUCTION_DATABASE_URL: join(production, "vitrine.db") };
});

const board = (page: Page) => page.getByRole("region", { name: "Logo Management Dashboard" });
const item = (page: Page, name: string) =>
  board(page).getByRole("list", { name: "Logos" }).getByRole("listitem").filter({ hasText: name });

test("a development site downloads logos from production, and then everything, which visitors see", async ({
  page,
  allow,
}) => {
  allow.status(404); // the board requests missing images at each URL where they may be
  allow.warning(/Image did not load/);
  await test.step("Sync All downloads logos, and lists those missing on both sites", async () => {
    await page.goto("/admin");
    await page.locator("#products").getByRole("link", { name: "Logos" }).click();
    await expect(item(page, "Viola")).toContainText("MissingNeeds Sync");
    for (const view of ["Grid", "List"]) {
      await expectTidy(page, async () => {
        await board(page).getByRole("button", { name: view, exact: true }).click();
        for (const text of ["Missing", "Needs Sync", "Dev does not have it", "Prod does not have it"]) {
          await expect(item(page, "Lute")).toContainText(text);
        }
        await expect(item(page, "Harp")).toContainText("No LogoN/A");
        await expect(item(page, "Viola")).toContainText("Prod has it");
        await expectPressable(board(page).getByRole("button", { name: "Sync All", exact: true }));
      });
    }
    await press(page, "Sync All");
    await expect(toastOf(page, "Not all logos are synchronized")).toContainText("1 image is on neither site.");
    await expect(board(page).getByText("1 image copied. 1 image is on neither site.")).toBeVisible();
    await expect(board(page).getByRole("button", { name: "Missing Logos 2", exact: true })).toBeVisible();
    await expect(item(page, "Viola")).toContainText("ActiveSynced");
    await expect(item(page, "Viola").locator("img")).toHaveAttribute("data-loaded", "true");
    await board(page).getByPlaceholder("Search products...").fill("hurdy-gurdy");
    await expect(board(page).getByText("No products match your search")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  await test.step("a sync is previewed, and then changes what visitors see", async () => {
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
});
