import { follow, rendered } from "./directory";
import { expect, test } from "./test";

const tiles = ".category-tile";

test("categories and tags are found, opened and left", async ({ page, directory }) => {
  await test.step("all categories are listed, filtered while typing, and opened by the keyboard", async () => {
    const { categories } = await directory.overview();
    await page.goto("/categories");
    await expect(page.locator(tiles)).toHaveCount(categories.length);
    expect(await page.locator(`${tiles} h2`).allTextContents()).toEqual(categories.map(({ name }) => name));
    const field = page.getByRole("searchbox", { name: "Find a category" });
    const last = categories.at(-1);
    await field.fill(last?.name.toUpperCase() ?? "");
    await expect(page.locator(`${tiles} h2`).first()).toHaveText(last?.name ?? "");
    await field.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/category/${last?.slug}`);
    await expect(page.getByRole("heading", { level: 1, name: `${last?.name} AI tools` })).toBeVisible();
  });
  await test.step("a category that there is not is looked for in all tools", async () => {
    await page.goto("/categories");
    const field = page.getByRole("searchbox", { name: "Find a category" });
    await field.fill("qzxwvk");
    await expect(page.getByText("No category matches “qzxwvk”.")).toBeVisible();
    await page.getByRole("button", { name: "Show all categories" }).click();
    await expect(field).toBeFocused();
    await expect(page.locator(tiles).first()).toBeVisible();
  });
  await test.step("the breadcrumb leads from a category to all of them, and home", async () => {
    const { categories } = await directory.overview();
    await page.goto(`/category/${categories[0]?.slug}`);
    const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(breadcrumb.locator("[aria-current]")).toHaveText(categories[0]?.name ?? "");
    await breadcrumb.getByRole("link", { name: "Categories" }).click();
    await expect(page).toHaveURL("/categories");
    await breadcrumb.getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
  });
  await test.step("a tool's tag leads to the tools with it, and the breadcrumb to all tags", async () => {
    const [tag] = (await directory.overview()).tags;
    const [tool] = await directory.products(`?tag=${tag?.slug}`);
    await page.goto(`/products/${tool?.slug}`);
    await page
      .getByRole("region", { name: "Tags" })
      .getByRole("link", { name: tag?.name.toLowerCase(), exact: true })
      .click();
    await expect(page).toHaveURL(`/tag/${tag?.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`AI tools tagged ${tag?.name}`);
    await expect(page.getByRole("heading", { level: 3 })).toHaveCount(tag?.count ?? 0);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Tags" }).click();
    await expect(page).toHaveURL("/categories#tags");
    await expect(page.getByRole("heading", { level: 2, name: "Tags" })).toBeInViewport();
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the whole list is there, without the field", async ({ page, directory }) => {
    const { categories, tags } = await directory.overview();
    await rendered(page, "/categories");
    await page.goto("/categories");
    await expect(page.locator(tiles)).toHaveCount(categories.length);
    await expect(page.getByRole("searchbox", { name: "Find a category" })).toBeHidden();
    await follow(page, page.getByRole("link", { name: new RegExp(`^${tags[0]?.name} `) }));
    await expect(page).toHaveURL(`/tag/${tags[0]?.slug}`);
  });
});
