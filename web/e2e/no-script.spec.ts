import { cardNames, expectFirstNames, expectListing, section } from "./directory";
import { expect, test } from "./test";

test.use({ javaScriptEnabled: false });

test("without scripts the directory reads", async ({ page, directory }) => {
  await page.goto("/");
  await expectListing(page, await directory.catalog());
});

test("without scripts a category, a price and an order narrow the list", async ({ page, directory }) => {
  const [largest] = (await directory.catalog()).facets.categories.sort((a, b) => b.count - a.count);
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Filter by category" })
    .getByRole("link", { name: new RegExp(`^${largest?.name} `) })
    .first()
    .click();
  await expectListing(page, await directory.catalog(`?category=${largest?.slug}`));
  await page
    .getByRole("navigation", { name: "Filter by price" })
    .getByRole("link", { name: /^Freemium / })
    .click();
  await expectListing(page, await directory.catalog(`?category=${largest?.slug}&pricing=Freemium`));
  await page.getByText(/^Sort:/).click();
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expectListing(page, await directory.catalog(`?category=${largest?.slug}&pricing=Freemium&sort=name`));
});

test("without scripts a search is sent, and keeps the filters", async ({ page, directory }) => {
  await page.goto("/?pricing=Freemium");
  const field = page.getByRole("searchbox", { name: "Search AI tools" });
  await field.fill("image");
  await field.press("Enter");
  await expect(page).toHaveURL(/[?&]search=image\b/);
  await expect(page).toHaveURL(/[?&]pricing=Freemium\b/);
  await expectListing(page, await directory.catalog("?search=image&pricing=Freemium"));
});

test("without scripts the list goes on by a link, and every tool is met once", async ({ page, directory }) => {
  const name = "Recommended AI Products";
  const all = await directory.products(`?section=${encodeURIComponent(name)}`);
  const met: string[] = [];
  await page.goto("/");
  for (;;) {
    const list = section(page, name);
    await expectFirstNames(
      list,
      all.slice(met.length, met.length + 12).map((product) => product.name),
    );
    met.push(...(await cardNames(list).allTextContents()));
    const next = list.getByRole("link", { name: "Show more" });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(met).toEqual(all.map((product) => product.name));
});

test("without scripts a tool's page reads, its logo is not dimmed and its video is a link", async ({
  page,
  directory,
}) => {
  const product = await directory.productWith("with a video", ({ videoUrl }) => videoUrl !== "");
  await page.goto("/");
  await page.goto(`/products/${product.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.name);
  await expect(page.getByText(product.description)).toBeVisible();
  await expect(page.getByRole("link", { name: /Play video/ })).toHaveAttribute("href", product.videoUrl);
  const withLogo = await directory.productWith("with a logo", ({ logo }) => logo !== "");
  await page.goto(`/products/${withLogo.slug}`);
  await expect(page.getByRole("img", { name: `${withLogo.name} logo` })).toHaveCSS("opacity", "1");
});

test("without scripts the menus open", async ({ page, directory }) => {
  const { categories } = await directory.site();
  await page.goto("/");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.locator("summary:visible").first().click();
  await main
    .getByRole("link", { name: categories[0]?.name ?? "", exact: true })
    .locator("visible=true")
    .click();
  await expectListing(page, await directory.catalog(`?category=${categories[0]?.slug}`));
});
