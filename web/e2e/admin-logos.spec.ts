import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { expectPressable, expectTidy, violations } from "./looks";
import { importRows, type Row, uploadOf } from "./own-site";
import { pngOf } from "./png";
import { press, test } from "./site-management";
import { expect } from "./test";

const tool = (name: string, logo = ""): Row => ({
  name,
  website: `https://${name.toLowerCase()}.example/`,
  description: `${name} plays.`,
  categories: ["Strings"],
  type: "Free",
  section: "Our Products",
  ...(logo ? { logo } : {}),
});

const drawn = pngOf(64, 64, [40, 90, 140]);
const uploaded = uploadOf(drawn).replace(".png", ".jpg"); // as uploads are named
const rows = [tool("Viola", uploaded), tool("Lute", `/uploads/${"0".repeat(64)}.jpg`), tool("Harp")];

/** Each process that reads this file creates a folder; all are removed with the test data. */
const production = mkdtempSync(join(String(process.env.VITRINE_E2E_DATA), "production-"));

/** A development site that refers to two missing images; production has one of them. */
const development = signedInTo(rows, async () => {
  importRows(production, rows);
  mkdirSync(join(production, "uploads"), { recursive: true });
  writeFileSync(join(production, uploaded), drawn);
  return { VITRINE_ROLE: "development", VITRINE_PRODUCTION_DATABASE_URL: join(production, "vitrine.db") };
});

const board = (page: Page) => page.getByRole("region", { name: "Logo Management Dashboard" });
const item = (page: Page, name: string) =>
  board(page).getByRole("list", { name: "Logos" }).getByRole("listitem").filter({ hasText: name });
const counter = (page: Page, name: string) => board(page).getByRole("button", { name, exact: true });

async function openBoard(page: Page) {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Go to logos" }).click();
  await expect(board(page).getByRole("list", { name: "Logos" })).toBeVisible();
}

/** The list above requests missing images at each URL where they may be. */
test.beforeEach(({ allow }) => {
  allow.status(404);
  allow.warning(/Image did not load/);
});
development.beforeEach(({ allow }) => {
  allow.status(404);
  allow.warning(/Image did not load/);
});

development("logos are filtered by keyboard, and downloaded from production", async ({ page }) => {
  await test.step("a counter filters the list, by keyboard alone", async () => {
    await openBoard(page);
    await board(page)
      .getByRole("button", { name: /^With Logos/ })
      .focus();
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await expect(board(page).getByRole("button", { name: /^Missing Logos/ })).toHaveAttribute("aria-pressed", "true");
    await expect(item(page, "Lute")).toBeVisible();
    await expect(item(page, "Harp")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await page.keyboard.type("hàrp");
    await expect(board(page).getByText("No products match your search")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(item(page, "Lute")).toBeVisible();
  });
  await test.step("Sync All downloads logos from production, and lists those missing on both sites", async () => {
    await openBoard(page);
    await expect(item(page, "Viola")).toContainText("MissingNeeds Sync");
    for (const view of ["Grid", "List"]) {
      await expectTidy(page, async () => {
        await board(page).getByRole("button", { name: view, exact: true }).click();
        await expect(item(page, "Lute")).toContainText("Missing");
        await expect(item(page, "Lute")).toContainText("Needs Sync");
        await expect(item(page, "Lute")).toContainText("Dev does not have it");
        await expect(item(page, "Lute")).toContainText("Prod does not have it");
        await expect(item(page, "Harp")).toContainText("No LogoN/A");
        await expect(item(page, "Viola")).toContainText("Prod has it");
        await expectPressable(board(page).getByRole("button", { name: "Sync All", exact: true }));
      });
    }
    await press(page, "Sync All");
    await expect(toastOf(page, "Not all logos are synchronized")).toContainText("1 image is on neither site.");
    await expect(board(page).getByText("1 image copied. 1 image is on neither site.")).toBeVisible();
    await expect(counter(page, "Missing Logos 1")).toBeVisible();
    await expect(item(page, "Viola")).toContainText("ActiveSynced");
    await expect(item(page, "Viola").locator("img")).toHaveAttribute("data-loaded", "true");
  });
});

test("on a production site the logos are shown, and why none can be synced", async ({ page }) => {
  await test.step("on a production site the logos are shown, with the reason why none can be synced", async () => {
    await openBoard(page);
    await expect(item(page, "Viola").getByText("No Logo")).toBeVisible();
    await expectTidy(page, async () => {
      await expect(board(page).getByText("This is a production site")).toBeVisible();
      await expect(board(page).getByRole("button", { name: "Sync All" })).toBeDisabled();
      await expect(item(page, "Viola").getByText("N/A")).toBeHidden();
    });
  });
  await test.step("the tooltip of Missing Logos explains what it counts", async () => {
    await openBoard(page);
    const counted = (name: RegExp) => board(page).getByRole("button", { name });
    await counted(/^Total Products/).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab"); // Need Sync is disabled on a production site
    await expect(page.locator(".tooltip")).toHaveText(/^Products whose logo file is missing from this site/);
    await expect(counted(/^Missing Logos/)).toHaveAccessibleDescription(
      /Products that never had a logo aren't counted/,
    );
  });
});
