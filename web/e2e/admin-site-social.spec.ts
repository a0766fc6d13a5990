import type { Page } from "@playwright/test";
import { toastOf } from "./admin";
import { open } from "./directory";
import { expectPressable, expectTidy, violations } from "./looks";
import { linksOf, openTab, press, setLinks, test } from "./site-management";
import { expect } from "./test";

const list = (page: Page) => page.getByRole("list", { name: "Current links" });
const names = (page: Page) => list(page).getByRole("heading", { level: 3 });
const openSocial = (page: Page) => openTab(page, "Social Media", "?tab=social");

test("a platform is chosen, its link is added, and visitors see it in the footer", async ({ page, allow }) => {
  await allow.host("github.com");
  await setLinks(page, []);
  await openSocial(page);
  await expect(page.getByText("No social media links found. Add one using the form on the left.")).toBeVisible();
  const platform = page.getByRole("button", { name: "GitHub", exact: true });
  await expectTidy(page, () => expectPressable(platform));
  await platform.click();
  await expect(page.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.keyboard.type("vitrine");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Social media link created successfully")).toBeVisible();
  await expect(names(page)).toHaveText(["GitHub"]);
  await open(page, "/");
  await expect(page.getByRole("list", { name: "Social media" }).getByRole("link", { name: "GitHub" })).toHaveAttribute(
    "href",
    "https://github.com/vitrine",
  );
});

test("an invalid form shows each field's error, and sends nothing", async ({ page }) => {
  await openSocial(page);
  await press(page, "Add Social Link");
  await expect(page.getByRole("textbox", { name: "Platform Name" })).toHaveAccessibleDescription(
    "Platform is required",
  );
  await page.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await expect(page.getByRole("textbox", { name: "URL" })).toHaveAccessibleDescription("Please enter a valid URL");
  expect(await violations(page)).toEqual([]);
});

test("a link is switched off, and visitors no longer see it", async ({ page }) => {
  await setLinks(page, ["Discord", "Reddit"]);
  await openSocial(page);
  const toggle = page.getByRole("switch", { name: "Discord is active" });
  await toggle.focus();
  await page.keyboard.press("Space");
  await expect(toastOf(page, "Social media link updated successfully")).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expect(list(page).getByText("Inactive", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await open(page, "/");
  await expect(page.getByRole("list", { name: "Social media" }).getByRole("link")).toHaveText(["Reddit"]);
});

test("links are reordered by mouse and by keyboard", async ({ page }) => {
  await setLinks(page, ["Discord", "Reddit", "Twitch"]);
  await openSocial(page);
  const handle = page.getByRole("button", { name: "Move Discord" });
  await list(page).evaluate((element) => element.scrollIntoView({ block: "center" }));
  const from = await handle.boundingBox();
  const to = await page.getByRole("button", { name: "Move Twitch" }).boundingBox();
  if (!from || !to) throw new Error("no handles");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 });
  await page.mouse.move(from.x + 10, to.y + to.height / 2, { steps: 10 });
  await expect(names(page).first()).toHaveText("Reddit"); // the dragged row has left its position
  await page.mouse.up();
  await expect(toastOf(page, "Order Updated")).toContainText("Social media order has been saved successfully.");
  await expect(names(page)).toHaveText(["Reddit", "Twitch", "Discord"]);
  await handle.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await expect(page.getByRole("status").filter({ hasText: "Discord: Position 1 of 3." })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveText(["Discord", "Reddit", "Twitch"]);
  await expect
    .poll(async () => (await linksOf(page)).map((link) => link.platform))
    .toEqual(["Discord", "Reddit", "Twitch"]);
  await expect(handle).toBeFocused();
});

test("a link is deleted after a confirmation", async ({ page }) => {
  await setLinks(page, ["Twitch"]);
  await openSocial(page);
  await press(page, "Delete Twitch");
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete this social media link?" });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await press(page, "Delete Twitch");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Social media link deleted successfully")).toBeVisible();
  await expect(page.getByText(/No social media links found/)).toBeVisible();
});

test("unusual and long links are shown as text within their rows", async ({ page, allow }) => {
  await allow.host("hostile.example");
  const texts = [`<img src=x onerror=alert(1)>`, "W".repeat(50), "👩‍👩‍👧‍👦 שלום"];
  await setLinks(page, texts, `https://hostile.example/"onmouseover="alert(1)/${"w".repeat(430)}`);
  await openSocial(page);
  await expect(names(page)).toHaveText(texts);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expectTidy(page);
});
