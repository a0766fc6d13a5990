import type { Locator, Page } from "@playwright/test";
import { bringIntoView, cardNames, open, section } from "./directory";
import { type Row, testOn } from "./own-site";
import { expect } from "./test";

const size = 5000;
const first = "Our Products";
const last = "Recommended AI Products";

const beginnings = "Am Bel Cor Dal Em Far Gil Hol Ir Jun Kel Lor Mar Nel Or".split(" ");
const middles = "a e i o u ai ou ia".split(" ");
const ends = "bert dine fold gram lith mond nest path quill rune sand tune wick".split(" ");
const works = ["Drafting", "Sketching", "Sorting", "Listening", "Counting", "Planning", "Cutting", "Translating"];
const goods = ["letters", "maps", "recipes", "songs", "invoices", "films", "photographs", "lessons", "timetables"];

const pick = (from: string[], at: number) => from[at % from.length] ?? "";
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a tool whose data is derived from its number, so that it is the same in every run. */
function tool(at: number): Row {
  const mixed = (at * 7919) % size; // so that neighbors differ
  const name = pick(beginnings, mixed) + pick(middles, mixed >> 2) + pick(ends, mixed >> 3);
  const [work, good] = [pick(works, mixed), pick(goods, mixed >> 1)];
  return {
    name: `${name} ${at}`,
    website: `https://tool-${at}.example`,
    description: `${work} of ${good} for number ${at}, by itself or with others, at home and at work.`,
    categories: [...new Set([work, capital(good)])],
    type: (["Free", "Freemium", "Premium"] as const)[at % 3],
    section: at % 50 === 0 ? first : last,
    displayOrder: mixed,
  };
}

const test = testOn([...Array(size).keys()].map(tool));

/**
 * Loads more until the list has this many cards, or to its end: by scrolling, and by clicking where scrolling stops.
 */
async function goOn(page: Page, list: Locator, count = Number.POSITIVE_INFINITY) {
  const cards = cardNames(list);
  const coming = list.locator(".card[aria-hidden]").first();
  const more = list.getByRole("link", { name: "Show more" });
  for (let shown = await cards.count(); shown < count && (await more.or(coming).count()) > 0; ) {
    await expect(async () => {
      await page.keyboard.press("End"); // pages that arrive meanwhile make the page longer
      // The link may disappear during the check, as scrolling loads the page too.
      if ((await coming.count()) === 0 && (await more.count()) > 0) await more.click({ timeout: 1000 });
      expect(await cards.count()).toBeGreaterThan(shown);
    }).toPass({ intervals: [50] });
    shown = await cards.count();
  }
}

test("a list of thousands loads page by page without gaps or duplicates", async ({ page, directory }) => {
  const all = await directory.listed(last);
  await open(page, "/");
  await expect(page.getByText("5,000 tools in")).toBeVisible();
  const list = section(page, last);
  await expect(list.getByText("4,900", { exact: true })).toBeVisible();
  await goOn(page, list, 120);
  const shown = await cardNames(list).allTextContents();
  expect(shown).toEqual(all.slice(0, shown.length).map(({ name }) => name));
  expect(new Set(shown).size).toBe(shown.length);
});

test("a reload deep in a list restores the position", async ({ page }) => {
  await open(page, "/");
  const list = section(page, last);
  await goOn(page, list, 150);
  const card = list.locator(".card[data-card]").nth(140);
  const name = (await cardNames(card).textContent()) ?? "";
  await bringIntoView(card);
  await page.reload();
  await expect(page.getByRole("link", { name, exact: true })).toBeInViewport();
});

test("a category goes on below, under the number of its last page, and is there again on the way back", async ({
  page,
  directory,
}) => {
  const ofSections = [first, last].map((name) =>
    directory.products(`?category=sorting&section=${encodeURIComponent(name)}`),
  );
  const all = (await Promise.all(ofSections)).flat().map(({ name }) => name);
  await open(page, "/category/sorting");
  const more = page.getByRole("link", { name: "Show more" });
  for (const number of [2, 3]) {
    await more.click();
    await expect(cardNames(page)).toHaveText(all.slice(0, number * 48));
    await expect(page).toHaveURL(`/category/sorting/page/${number}`);
    await expect(page).toHaveTitle(new RegExp(`^Sorting AI tools, page ${number} –`));
  }
  const name = all[140] ?? "";
  const link = page.getByRole("link", { name, exact: true });
  await bringIntoView(link);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(link).toBeInViewport();
  await expect(cardNames(page)).toHaveText(all.slice(0, 3 * 48));
  await page.reload();
  await expect(link).toBeInViewport();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(cardNames(page)).toHaveText(all.slice(48, 96));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sorting AI tools, page 2");
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
