import { cardNames, expectListing, open, rendered } from "./directory";
import { expect, test } from "./test";

const path = "/category/nowhere";

test("an unknown category is a missing page that links to known ones, an unknown filter an empty list", async ({
  page,
  directory,
  allow,
}) => {
  allow.status(404);
  const { name } = await directory.site();
  expect((await open(page, path))?.status()).toBe(404);
  await expect(page).toHaveTitle(`Page Not Found – ${name}`);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "No tools found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
  await expect(cardNames(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/");
  await expectListing(page, await directory.catalog());

  const [known] = (await directory.catalog()).facets.categories.toSorted((a, b) => b.count - a.count);
  await open(page, path);
  const byCategory = page.getByRole("navigation", { name: "Filter by category" });
  await byCategory.getByRole("link", { name: `${known?.name} ${known?.count}`, exact: true }).click();
  await expect(page).toHaveURL(`/category/${known?.slug}`);
  await expectListing(page, await directory.catalog(`?category=${known?.slug}`));

  expect((await open(page, "/?category=nowhere"))?.status()).toBe(200);
  await expect(page).toHaveTitle(`No tools found – ${(await directory.site()).name}`);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No tools found");
  await expect(page.getByRole("main")).not.toContainText("nowhere");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an unknown category shows a not-found page with links", async ({ page, directory, allow }) => {
    allow.status(404);
    await rendered(page, path);
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page).toHaveTitle(`Page Not Found – ${(await directory.site()).name}`);
    await expect(page.getByRole("heading", { name: "No tools found" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/");
    await expectListing(page, await directory.catalog());
  });
});
