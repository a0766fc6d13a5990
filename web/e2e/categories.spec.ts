import { expect, test } from "./test";

test("a category is found while typing and opened by the keyboard, a tag from a tool that has it", async ({
  page,
  directory,
}) => {
  const { categories, tags } = await directory.overview();
  const { groups } = await directory.site();
  const inGroups = groups.flatMap((name) => categories.filter(({ group }) => group === name));
  const names = page.locator(".category-name");
  await page.goto("/categories");
  await expect(names).toHaveText(inGroups.map(({ name }) => name));
  const field = page.getByRole("searchbox", { name: "Find a category" });
  const last = categories.at(-1);
  await field.fill(last?.name.toUpperCase() ?? "");
  await expect(names.first()).toHaveText(last?.name ?? "");
  await field.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/category/${last?.slug}`);
  await expect(page.getByRole("heading", { level: 1, name: `${last?.name} AI tools` })).toBeVisible();

  const [tag] = tags;
  const [tool] = await directory.products(`?tag=${tag?.slug}`);
  await page.goto(`/products/${tool?.slug}`);
  const tagsOfTool = page.getByRole("region", { name: "Tags" });
  await tagsOfTool.getByRole("link", { name: tag?.name.toLowerCase(), exact: true }).click();
  await expect(page).toHaveURL(`/tag/${tag?.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`AI tools tagged ${tag?.name}`);
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(tag?.count ?? 0);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Tags" }).click();
  await expect(page).toHaveURL("/categories#tags");
  await expect(page.getByRole("heading", { level: 2, name: "Tags" })).toBeInViewport();
});
