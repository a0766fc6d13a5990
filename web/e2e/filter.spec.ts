import type { Page } from "@playwright/test";
import { type Catalog, expectListing, open } from "./directory";
import { holdRequests } from "./hold-requests";
import { expect, test } from "./test";

const byPrice = (page: Page) => page.getByRole("navigation", { name: "Filter by price" });
const byCategory = (page: Page) => page.getByRole("navigation", { name: "Filter by category" });

/** Returns the category with the most tools, which always has its own chip. */
function largestCategory({ facets }: Catalog) {
  const [largest] = [...facets.categories].sort((a, b) => b.count - a.count);
  if (!largest) throw new Error("the catalogue has no category");
  return largest;
}

async function expectPrices(page: Page, { facets }: Catalog) {
  expect(facets.pricing.reduce((sum, { count }) => sum + count, 0)).toBe(facets.allPricing);
  const shown = facets.pricing.filter(({ value, count }) => value !== "Unknown" || count > 0);
  const labels = shown.map(({ value, count }) => `${value === "Unknown" ? "No price listed" : value} ${count}`);
  await expect(byPrice(page).getByRole("link")).toHaveText(["Any", ...labels]);
}

test("category, price and order narrow the list, and the back button widens it again", async ({ page, directory }) => {
  const everything = await directory.catalog();
  const { slug, name, count } = largestCategory(everything);
  await open(page, "/");
  await expectPrices(page, everything);
  const release = await holdRequests(page, /\/api\/catalog\b/);
  await byCategory(page)
    .getByRole("link", { name: `${name} ${count}`, exact: true })
    .click();
  await expect(page).toHaveURL(`/category/${slug}`);
  const waiting = page.locator("main > [aria-busy=true]");
  expect(await waiting.evaluate((screen) => getComputedStyle(screen, "::before").height)).toBe("2px"); // the line
  release();
  const narrowed = await directory.catalog(`?category=${slug}`);
  expect(narrowed.total).toBe(count);
  await expectListing(page, narrowed);
  await expectPrices(page, narrowed);
  await expect(byCategory(page).locator("[aria-current=true]").first()).toContainText(name);

  await byPrice(page)
    .getByRole("link", { name: /^Freemium\b/ })
    .click();
  await expect(page).toHaveURL(`/category/${slug}?pricing=Freemium`);
  const freemium = await directory.catalog(`?category=${slug}&pricing=Freemium`);
  await expectListing(page, freemium);
  const counts = page.getByText(/\d (tools? found|.*AI tools? for )/).filter({ visible: true });
  await expect(counts.and(page.locator(":not(.sr-only)"))).toContainText([`${freemium.total} freemium AI tool`]);
  await page.locator("summary", { hasText: "Sort:" }).click();
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(`/category/${slug}?pricing=Freemium&sort=name`);
  await expectListing(page, await directory.catalog(`?category=${slug}&pricing=Freemium&sort=name`));

  for (const query of ["?pricing=Freemium", ""]) {
    await page.goBack();
    await expect(page).toHaveURL(`/category/${slug}${query}`);
    await expectListing(page, await directory.catalog(`?category=${slug}${query.replace("?", "&")}`));
  }
});

test("each category can be reached, also the small ones", { tag: "@layout" }, async ({ page, directory }) => {
  const { facets } = await directory.catalog();
  const [smallest] = [...facets.categories].sort((a, b) => a.count - b.count);
  await open(page, "/");
  const sheet = page.getByRole("button", { name: "Filter", exact: true });
  const isPhone = await sheet.isVisible();
  await (isPhone ? sheet : byCategory(page).locator("summary")).click();
  await (isPhone ? page.getByRole("dialog") : byCategory(page))
    .getByRole("link", { name: new RegExp(`^${smallest?.name} `) })
    .last()
    .click();
  await expect(page).toHaveURL(`/category/${smallest?.slug}`);
  await expectListing(page, await directory.catalog(`?category=${smallest?.slug}`));
});

test("a URL with a category or a place that there is not leads to lists that there are", async ({
  page,
  directory,
  allow,
}) => {
  for (const status of [400, 404]) allow.status(status);
  await open(page, "/category/nowhere");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/");
  await expectListing(page, await directory.catalog());

  const { slug, name, count } = largestCategory(await directory.catalog());
  await open(page, "/category/nowhere");
  await byCategory(page)
    .getByRole("link", { name: `${name} ${count}`, exact: true })
    .click();
  await expect(page).toHaveURL(`/category/${slug}`);
  await expectListing(page, await directory.catalog(`?category=${slug}`));

  await open(page, "/?section=Our%20Products&cursor=%21%21%21");
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await expectListing(page, await directory.catalog());
});
