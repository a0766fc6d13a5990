import type { Page } from "@playwright/test";
import { open, section } from "./directory";
import { expectTidy } from "./looks";
import { type Row, testOn } from "./own-site";
import { openStill } from "./stillness";
import { expect } from "./test";

const categories = ["Audio", "Design", "Music", "Video", "Writing"];

/** Fifty tools, which are as many as an import may have whose tools are new. */
const rows: Row[] = Array.from({ length: 50 }, (_, index) => ({
  name: `Instrument ${index + 1}`,
  website: `https://instrument-${index + 1}.example/`,
  description:
    "Plays a part in the orchestra, and has a description that is too long for one line of any phone. It is played sitting or standing.",
  categories: [categories[index % categories.length] ?? ""],
  type: index % 2 === 0 ? ("Free" as const) : ("Premium" as const),
  section: "Recommended AI Products" as const,
}));

const test = testOn(rows);

const tools = ".tool-line";

/** Expects the first of these tools high on a phone, and so many above the fold. */
async function expectHigh(page: Page, path: string, each: string, count: number) {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStill(page, path);
  const all = page.locator(each);
  expect((await all.first().boundingBox())?.y).toBeLessThanOrEqual(420);
  const { y, height } = (await all.nth(count - 1).boundingBox()) ?? { y: 844, height: 844 };
  expect(y + height).toBeLessThanOrEqual(844);
}

test("the rows are above the list, lead to their lists, and show tools above the fold of a phone", async ({ page }) => {
  await test.step("the rows are above the sections, and a tool is shown once", async () => {
    await open(page, "/");
    const names = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    const rows = ["On display today", "Worth a look", "New this week", "Browse by category"];
    expect(names).toEqual([...rows, "Recommended AI Products"]);
    const links = await page
      .locator(`${tools} a, .card h3 a`)
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links.length).toBeGreaterThanOrEqual(4 + 4);
    expect(new Set(links).size).toBe(links.length);
    await expect(section(page, "Browse by category").getByRole("listitem")).toHaveCount(categories.length);
    const gap = await page.locator(".card > .badge").evaluateAll(([badge = document.body]) => {
      return badge.getBoundingClientRect().left - (badge.previousElementSibling?.getBoundingClientRect().right ?? 0);
    });
    expect(gap, "a card's name has the room up to its badge").toBe(8);
    await expectTidy(page);
  });
  await test.step("a row leads to its list, which has no rows, and going back shows them", async () => {
    await section(page, "New this week").getByRole("link", { name: "All new tools" }).click();
    await expect(page).toHaveURL("/?sort=latest");
    await expect(page.locator(".card").first()).toBeVisible();
    await expect(section(page, "Worth a look")).toHaveCount(0);
    await page.goBack();
    await expect(section(page, "Worth a look")).toBeVisible();
  });
  await test.step("on a phone the first tool is at 420 px at most, and four are above the fold", async () => {
    await test.step("in the rows", () => expectHigh(page, "/", tools, 4));
    const lines = await page.locator(".tool-line-text").evaluateAll((all) => {
      const [text = document.body] = all;
      return text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight);
    });
    expect(lines, "a long text has two lines").toBe(2);
    await test.step("as cards", () => expectHigh(page, "/?sort=name", ".card", 4));
  });
});

/** Three tools, which are too few for a row, in six categories. */
const testWithFew = testOn(
  rows.slice(0, 3).map((row, index) => ({ ...row, categories: [`Category ${index}`, `Other ${index}`] })),
);

testWithFew("on a phone the tools come before the categories if no row has tools", async ({ page }) => {
  await expectHigh(page, "/", ".card", 3);
  const names = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(names).toEqual(["Recommended AI Products", "Browse by category"]);
  await expectTidy(page);
});
