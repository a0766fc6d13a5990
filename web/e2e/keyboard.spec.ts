import type { Locator } from "@playwright/test";
import { cardNames, expectListing, open, section } from "./directory";
import { tabTo } from "./looks";
import { expect, test } from "./test";

test("the skip link, the menu and the icons work by keyboard", async ({ page, directory }) => {
  await test.step("the first Tab focuses a link that skips the navigation", async () => {
    await open(page, "/");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });
  await test.step("the category menu opens, moves and closes by keyboard", async () => {
    const { categories, groups } = await directory.site();
    await open(page, "/");
    const menu = page
      .getByRole("navigation", { name: "Main" })
      .locator("details", { hasText: "All Categories" })
      .first();
    await menu.locator("summary").focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "All Categories", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu.locator("summary")).toBeFocused();
    await expect(page.getByRole("link", { name: "All Categories", exact: true })).toBeHidden();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "All Categories", exact: true })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const first = categories.find(({ group }) => group === groups[0]);
    await expect(page).toHaveURL(`/category/${first?.slug}`);
  });
  await test.step("a link with only an icon shows its name on keyboard focus", async () => {
    await open(page, "/");
    const links = page.getByRole("list", { name: "Social media" }).getByRole("link");
    await links.first().focus();
    await page.keyboard.press("Tab");
    await expect(page.locator(".tooltip")).toHaveText((await links.nth(1).textContent()) ?? "");
    await expect(page.locator(".tooltip")).toBeVisible();
  });
});

test("a tool is found, opened and left by keyboard alone, and F8 leads to the notifications", async ({
  page,
  directory,
}) => {
  await test.step("a tool can be found, opened and left by keyboard alone", async () => {
    const catalog = await directory.catalog();
    await open(page, "/");
    await tabTo(
      cardNames(section(page, catalog.sections[0]?.section ?? ""))
        .first()
        .getByRole("link"),
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(catalog.sections[0]?.products[0]?.name ?? "");
    await tabTo(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    await expectListing(page, catalog);
  });
  await test.step("F8 focuses the notifications from a dialog, and Tab returns to it", async () => {
    await open(page, "/veo3-generator");
    await page.getByRole("button", { name: "Load JSON" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    const region = page.getByRole("region", { name: /notifications/i });
    const hasFocus = (element: Locator) => element.evaluate((place) => place.contains(document.activeElement));
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press("F8");
      await expect.poll(() => hasFocus(region)).toBe(true);
      await page.keyboard.press("Tab");
      await expect.poll(() => hasFocus(dialog)).toBe(true);
    }
    await page.keyboard.press("F8");
    await expect.poll(() => hasFocus(region)).toBe(true);
    await dialog.getByRole("textbox").evaluate((field) => {
      // On a busy page the next key event is handled directly after the previous one.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () =>
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "F8", code: "F8", bubbles: true }));
      field.focus();
      port2.postMessage(null);
      return new Promise((resolve) => setTimeout(() => setTimeout(resolve)));
    });
    expect(await hasFocus(region)).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => hasFocus(dialog)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});
