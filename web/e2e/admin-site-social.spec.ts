import type { Page } from "@playwright/test";
import { toastOf } from "./admin";
import { open } from "./directory";
import { expectPressable, expectTidy, violations } from "./looks";
import { linksOf, openTab, setLinks, test } from "./site-management";
import { expect } from "./test";

const list = (page: Page) => page.getByRole("list", { name: "Current links" });
const names = (page: Page) => list(page).getByRole("heading", { level: 3 });
const openSocial = (page: Page) => openTab(page, "Social Media", "?tab=social");

test("links are added, switched off and shown as text, and visitors see it", async ({ page, allow }) => {
  await test.step("unusual and long links are shown as text within their rows", async () => {
    await allow.host("hostile.example");
    const texts = [`<img src=x onerror=alert(1)>`, "W".repeat(50), "👩‍👩‍👧‍👦 שלום"];
    await setLinks(page, texts, `https://hostile.example/"onmouseover="alert(1)/${"w".repeat(430)}`);
    await openSocial(page);
    await expect(names(page)).toHaveText(texts);
    await expect(page.locator("img[src=x]")).toHaveCount(0);
    await expectTidy(page);
  });
  await test.step("a platform is chosen, its link is added, and visitors see it in the footer", async () => {
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
    await expect(
      page.getByRole("list", { name: "Social media" }).getByRole("link", { name: "GitHub" }),
    ).toHaveAttribute("href", "https://github.com/vitrine");
  });
  await test.step("a link is switched off, and visitors no longer see it", async () => {
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
