import type { Page } from "@playwright/test";
import { test as ownSite } from "./admin-site";
import { open } from "./directory";
import { atBothWidths, violations } from "./looks";
import { legalPages } from "./site-management";
import { expect, test } from "./test";

const text = (page: Page) => page.locator(".legal-text");
const contents = (page: Page) => page.getByRole("navigation", { name: "On this page" });
const back = (page: Page) => page.getByRole("link", { name: "Back to Homepage" });

test("each default text is printed alone, with each entry of its contents", async ({ page }) => {
  for (const [type, title] of Object.entries(legalPages)) {
    await page.emulateMedia({ media: null });
    await open(page, `/${type}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const headings = text(page).getByRole("heading", { level: 2 });
    await expect(contents(page).getByRole("link")).toHaveText(await headings.allTextContents());
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await atBothWidths(page, async () => {
      await expectPrinted(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const heading of await headings.all()) await expect(heading).toBeVisible();
    });
  }
});

/** Returns how far an element is below the navigation bar; a negative number means that it is covered. */
const below = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const bar = document.querySelector("body header")?.getBoundingClientRect().bottom ?? 0;
    return (document.querySelector(selector)?.getBoundingClientRect().top ?? -1) - bar;
  }, selector);

test("a legal page is opened from the footer, read by its contents and left by keyboard", async ({ page }) => {
  await test.step("the table of contents works by keyboard, and each entry scrolls to its section", async () => {
    await open(page, "/terms-of-service");
    await atBothWidths(page, async () => {
      const fold = contents(page).locator("summary");
      if (await fold.isVisible()) await fold.click();
      else await back(page).focus();
      for (const link of await contents(page).getByRole("link").all()) {
        await page.keyboard.press("Tab");
        await expect(link).toBeFocused();
      }
      for (const link of await contents(page).getByRole("link").all()) {
        const address = (await link.getAttribute("href")) ?? "";
        await link.focus();
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(`/terms-of-service${address}`);
        await expect(page.locator(address)).toBeInViewport();
        await expect.poll(() => below(page, address), address).toBeGreaterThanOrEqual(0);
      }
      await page.goBack();
      await expect(page).toHaveURL(/#section-8-modifications$/);
    });
  });
  await test.step("a legal page is opened from the footer, and left for home by keyboard", async () => {
    await open(page, "/");
    // By keyboard: the list that grows on scrolling to the footer would move the link away from the pointer.
    await page.getByRole("contentinfo").getByRole("link", { name: "Affiliate Disclaimer" }).press("Enter");
    await expect(page).toHaveURL("/affiliate-disclaimer");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Affiliate Disclaimer");
    await back(page).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("region", { name: "Our Products" })).toBeVisible();
  });
});

ownSite("a saved text replaces the default one, and prints alone", async ({ page }) => {
  const content =
    "## Only this\n\nAsk [the office](https://office.example/ask), or read [the terms](/terms-of-service).";
  const saved = { type: "privacy-policy", title: "How we keep it private", content };
  await open(page, "/privacy-policy");
  await expect(text(page)).not.toContainText("Only this");
  expect((await page.request.post("/api/legal-pages", { data: saved })).ok()).toBe(true);
  try {
    await open(page, "/privacy-policy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How we keep it private");
    await expect(page).toHaveTitle(/^How we keep it private – /);
    await expect(text(page).getByRole("heading")).toHaveText(["Only this"]);
    await expect(contents(page)).toHaveCount(0); // a page with one section has none
    expect(await violations(page)).toEqual([]);
    await expectPrinted(page);
    await expect(text(page).getByRole("link", { name: "the office" })).toBeVisible();
    expect(await behind(page, "the office")).toBe('" (https://office.example/ask)"');
    expect(await behind(page, "the terms")).toBe("none");
  } finally {
    await page.request.post("/api/legal-pages", { data: { ...saved, title: "Privacy Policy", content: "" } });
  }
  await page.emulateMedia({ media: null });
  await open(page, "/privacy-policy");
  await expect(text(page).getByRole("heading", { level: 2 })).toHaveCount(7);
});

/** Expects that only the text is printed, and is readable. */
async function expectPrinted(page: Page) {
  await page.emulateMedia({ media: "print" });
  for (const furniture of [
    page.getByRole("banner"),
    page.getByRole("contentinfo"),
    page.getByRole("navigation", { includeHidden: true }),
    page.getByRole("searchbox", { includeHidden: true }),
    back(page),
  ])
    for (const one of await furniture.all()) await expect(one).toBeHidden();
  await expect(page.getByText(/^Last updated /)).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const inks = () =>
    text(page)
      .locator("p, li, a, h2, h3, td, th")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const isBlack = (ink: string) => /^(rgb\(0, 0, 0\)|oklab\(0 0 0\))$/.test(ink);
  await expect.poll(async () => (await inks()).filter((ink) => !isBlack(ink))).toEqual([]);
}

/** Returns the text that the print style adds after a link. */
const behind = (page: Page, name: string) =>
  text(page)
    .getByRole("link", { name })
    .evaluate((link) => getComputedStyle(link, "::after").content);
