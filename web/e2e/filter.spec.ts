import type { Page } from "@playwright/test";
import { type Catalog, expectListing, open } from "./directory";
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
  const labels = shown.map(({ value, count }) => `${value === "Unknown" ? "Not listed" : value} ${count}`);
  await expect(byPrice(page).getByRole("link")).toHaveText(labels);
}

test("category, price and order narrow the list, alone and together", async ({ page, directory }) => {
  await test.step("a category filters the list, the URL contains it, and the counts change", async () => {
    const everything = await directory.catalog();
    const { slug, name, count } = largestCategory(everything);
    await open(page, "/");
    await expectPrices(page, everything);
    await expect(page.locator("a[href*='?category=']")).toHaveCount(0);
    await byCategory(page)
      .getByRole("link", { name: `${name} ${count}`, exact: true })
      .click();
    await expect(page).toHaveURL(`/category/${slug}`);
    const narrowed = await directory.catalog(`?category=${slug}`);
    expect(narrowed.total).toBe(count);
    await expectListing(page, narrowed);
    await expectPrices(page, narrowed);
    await expect(byCategory(page).locator("[aria-current=true]").first()).toContainText(name);
  });
  await test.step("a price filters the list until it is clicked again", async () => {
    await open(page, "/");
    for (const price of ["Free", "Freemium", "Premium"]) {
      await byPrice(page)
        .getByRole("link", { name: new RegExp(`^${price}\\b`) })
        .click();
      await expect(page).toHaveURL(`/?pricing=${price}`);
      await expectListing(page, await directory.catalog(`?pricing=${price}`));
    }
    await byPrice(page).locator("[aria-current=true]").click();
    await expect(page).toHaveURL("/");
    await expectListing(page, await directory.catalog());
  });
  await test.step("the sort order can be changed", async () => {
    const orders = { Latest: "latest", Popular: "popular", Name: "name" };
    await open(page, "/");
    for (const [name, sort] of Object.entries(orders)) {
      await page.locator("summary", { hasText: "Sort:" }).click();
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(`/?sort=${sort}`);
      await expectListing(page, await directory.catalog(`?sort=${sort}`));
    }
    const names = (await directory.products("?sort=name")).map((product) => product.name);
    expect(names).not.toEqual((await directory.products()).map((product) => product.name));
  });
  await test.step("filters combine, and the back button removes them one by one", async () => {
    const { slug, name } = largestCategory(await directory.catalog());
    await open(page, "/");
    await byCategory(page)
      .getByRole("link", { name: new RegExp(`^${name} `) })
      .first()
      .click();
    await expect(page).toHaveURL(`/category/${slug}`);
    await byPrice(page)
      .getByRole("link", { name: /^Freemium\b/ })
      .click();
    await expect(page).toHaveURL(`/category/${slug}?pricing=Freemium`);
    const freemium = await directory.catalog(`?category=${slug}&pricing=Freemium`);
    await expectListing(page, freemium);
    const counts = page.getByText(/\d (tools? found|.*AI tools? for )/).filter({ visible: true });
    await expect(counts.and(page.locator(":not(.sr-only)"))).toContainText([`${freemium.total} freemium AI tool`]);
    await page.goBack();
    await expect(page).toHaveURL(`/category/${slug}`);
    await expectListing(page, await directory.catalog(`?category=${slug}`));
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expectListing(page, await directory.catalog());
  });
});

test("each category can be reached, also the small ones", { tag: "@layout" }, async ({ page, directory }) => {
  const { facets } = await directory.catalog();
  const [smallest] = [...facets.categories].sort((a, b) => a.count - b.count);
  await open(page, "/");
  await byCategory(page).getByText("More", { exact: true }).click();
  await byCategory(page)
    .getByRole("link", { name: new RegExp(`^${smallest?.name} `) })
    .last()
    .click();
  await expect(page).toHaveURL(`/category/${smallest?.slug}`);
  await expectListing(page, await directory.catalog(`?category=${smallest?.slug}`));
});

test("a URL shows the list that it names", async ({ page, directory, allow }) => {
  await test.step("a shared URL shows the same list", async () => {
    const query = "?pricing=Freemium&sort=name";
    await open(page, `/${query}`);
    await expectListing(page, await directory.catalog(query));
    await expect(byPrice(page).locator("[aria-current=true]")).toContainText("Freemium");
  });
  await test.step("a category's own page is home with that category chosen", async () => {
    const { slug, name } = largestCategory(await directory.catalog());
    await open(page, `/category/${slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} AI tools`);
    await expectListing(page, await directory.catalog(`?category=${slug}`));
  });
  await test.step("invalid values in a URL become the default", async () => {
    await open(page, "/?pricing=Gratis&sort=sideways&featured=perhaps");
    await expectListing(page, await directory.catalog());
  });
  await test.step("an invalid position in the list shows an error with a link back", async () => {
    allow.status(400);
    const response = await open(page, "/?section=Our%20Products&cursor=%21%21%21");
    expect(response?.status()).toBe(400);
    await page.getByRole("link", { name: "Back to the first page" }).click();
    await expectListing(page, await directory.catalog());
  });
});
