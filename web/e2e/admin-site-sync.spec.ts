import { toastOf } from "./admin";
import { tooWide, violations } from "./looks";
import { openTab, press, test } from "./site-management";
import { expect } from "./test";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a sync is started, says that it runs, and when it was done", async ({ page }) => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await page.route("**/api/sync/manual", async (route) => {
    expect(route.request().headers()["content-type"]).toBe("application/json");
    expect(route.request().postData()).toBeNull();
    await finished;
    await route.fulfill({ json: {} });
  });
  await openTab(page, "Database Sync", "?tab=sync");
  await expect(page.getByText("Last sync: Never")).toBeVisible();
  await press(page, "Sync Now");
  await expect(page.getByRole("button", { name: "Syncing..." })).toBeDisabled();
  finish();
  await expect(toastOf(page, "Database sync completed successfully")).toContainText("Success");
  await page.reload();
  await expect(page.locator("time")).toHaveText(new RegExp(String(new Date().getFullYear())));
});

test("a sync that cannot be made says so, and why", async ({ page, allow }) => {
  for (const status of [404, 503]) allow.status(status);
  await openTab(page, "Database Sync", "?tab=sync");
  await press(page, "Sync Now");
  await expect(toastOf(page, "Error")).toContainText("Failed to sync database. Please try again.");
  await expect(page.getByRole("status").filter({ hasText: /\w/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Sync Now" })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test("export and import lead to the command line, and the webhook's address can be copied", async ({ page }) => {
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
