import type { Page } from "@playwright/test";
import { cardNames, drawn, follow, open, openWithoutScripts, section } from "./directory";
import { violations } from "./looks";
import { testOn, tool } from "./own-site";
import { expect } from "./test";

const first = "Our Products";
const last = "Recommended AI Products";

/** Two sections, of which the first one also has several pages; no tool has a price. */
const rows = [...Array(64).keys()].map((index) =>
  tool(`Instrument ${index + 1}`, {
    website: `https://instrument-${index + 1}.example`,
    categories: ["Instruments"],
    type: undefined,
    section: index < 62 ? first : last,
    displayOrder: index + 1,
  }),
);

const names = (of: string) => rows.filter(({ section }) => section === of).map(({ name }) => name);

const test = testOn(rows);

const more = (page: Page) => section(page, first).getByRole("link", { name: "Show more" });

test("the first section does not load more by itself, so that the second one can be reached", async ({ page }) => {
  await open(page, "/");
  const before = await cardNames(section(page, first)).count();
  expect(before).toBeLessThan(names(first).length);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("End");
  await expect(section(page, last)).toBeInViewport();
  await drawn(page); // automatic loading would have started by now
  expect(asked.filter((address) => address.includes("/api/catalog"))).toEqual([]);
  await expect(cardNames(section(page, first))).toHaveCount(before);
});

test("loading more by keyboard moves the focus to the first new tool, to the end of the section", async ({ page }) => {
  await open(page, "/");
  const list = cardNames(section(page, first));
  while (await more(page).count()) {
    const before = await list.count();
    await more(page).focus();
    await page.keyboard.press("Enter");
    const next = list.nth(before).getByRole("link");
    await expect(next).toHaveText(names(first)[before] ?? "");
    await expect(next).toBeFocused();
  }
  await expect(list).toHaveText(names(first));
  await expect(cardNames(section(page, last))).toHaveText(names(last));
  await expect(page).toHaveURL("/");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the first section is paged by its link, to its end, and every tool appears once", async ({ page }) => {
    const met: string[] = [];
    await openWithoutScripts(page, "/");
    for (;;) {
      met.push(...(await cardNames(section(page, first)).allTextContents()));
      if ((await more(page).count()) === 0) break;
      expect(met.length, "there is an end").toBeLessThan(rows.length);
      await follow(page, more(page));
    }
    expect(met).toEqual(names(first));
  });
});

test("on a phone the filters are in a sheet, where tools without a price are counted and can be chosen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "/category/instruments");
  await expect(page.getByText("64 AI tools for instruments: 64 don't list a price.")).toBeVisible();
  await expect(page.locator(".badge-unknown")).toHaveCount(0);
  const button = page.getByRole("button", { name: "Filter", exact: true });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Filter and sort" });
  await expect(sheet.getByRole("link", { name: "Latest", exact: true })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("link", { name: /^No price listed/ }).click();
  await expect(page).toHaveURL("/category/instruments?pricing=Unknown");
  await sheet.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL("/category/instruments?pricing=Unknown&sort=name");
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null), "the focus stays").toBe(true);
  await sheet.getByRole("button", { name: "Show 64 tools" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
  const sentence = page.getByText("64 AI tools for instruments without a listed price.");
  await expect(sentence).toBeVisible();
  const hole = await sentence.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return element.getBoundingClientRect().bottom - words.getBoundingClientRect().bottom;
  });
  expect(hole, "below it only the space before the filters").toBeLessThan(32);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole("link", { name: "Remove filter: No price listed" }).click();
  await expect(page).toHaveURL("/category/instruments?sort=name");
  await button.click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await button.click();
  await expect(sheet).toBeVisible();
  await page.mouse.click(180, 20); // outside
  await expect(sheet).toHaveCount(0);
  await button.click();
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const { x, y } = (await sheet.getByRole("heading", { name: "Filter and sort" }).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 130, { steps: 3 });
  await page.mouse.up();
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();
});
