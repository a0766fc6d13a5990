import { expectListing, follow, openWithoutScripts, rendered } from "./directory";
import { expect, test } from "./test";

test.use({ javaScriptEnabled: false });

test("without scripts the directory is filtered and searched", async ({ page, directory }) => {
  await test.step("without scripts a category, a price and a sort order filter the list", async () => {
    const bySize = (await directory.catalog()).facets.categories.sort((a, b) => b.count - a.count);
    const [largest, smallest] = [bySize[0], bySize.at(-1)];
    const byCategory = page.getByRole("navigation", { name: "Filter by category" });
    const byPrice = page.getByRole("navigation", { name: "Filter by price" });
    await openWithoutScripts(page, "/");
    await byCategory.locator("summary").click();
    await expect(byCategory.locator(".dropdown-panel").getByRole("link", { name: `${smallest?.name} ` })).toBeVisible();
    await follow(page, byCategory.getByRole("link", { name: new RegExp(`^${largest?.name} `) }).first());
    await expectListing(page, await directory.catalog(`?category=${largest?.slug}`));
    await follow(page, byPrice.getByRole("link", { name: /^Freemium\b/ }));
    await expectListing(page, await directory.catalog(`?category=${largest?.slug}&pricing=Freemium`));
    await page.locator("summary", { hasText: "Sort:" }).click();
    await follow(page, page.getByRole("link", { name: "Name", exact: true }));
    await expectListing(page, await directory.catalog(`?category=${largest?.slug}&pricing=Freemium&sort=name`));
  });
  await test.step("without scripts a search is submitted, and keeps the filters", async () => {
    await rendered(page, "/?pricing=Freemium");
    await rendered(page, "/?search=image&pricing=Freemium");
    await page.goto("/?pricing=Freemium");
    const field = page.getByRole("searchbox", { name: "Search AI tools" });
    await field.fill("image");
    await field.press("Enter");
    await expect(page).toHaveURL(/[?&]search=image\b/);
    await expect(page).toHaveURL(/[?&]pricing=Freemium\b/);
    await expectListing(page, await directory.catalog("?search=image&pricing=Freemium"));
  });
});

test("without scripts a tool, a legal page and the generator's form can be read", async ({
  page,
  directory,
  allow,
}) => {
  allow.failure(/\/assets\/[^/]+\.js$/); // scripts that the head preloads, although scripts are disabled
  await test.step("a tool's video is a link, and its logo is not faded", async () => {
    const { slug, videoUrl } = await directory.productWith("with a video", ({ videoUrl }) => videoUrl !== "");
    await openWithoutScripts(page, `/products/${slug}`);
    await expect(page.getByRole("link", { name: /Play video/ })).toHaveAttribute("href", videoUrl);
    const withLogo = await directory.productWith("with a logo", ({ logo }) => logo !== "");
    await openWithoutScripts(page, `/products/${withLogo.slug}`);
    await expect(page.getByRole("img", { name: `${withLogo.name} logo` })).toHaveCSS("opacity", "1");
  });
  await test.step("the generator shows its form, and that it needs scripts", async () => {
    await openWithoutScripts(page, "/veo3-generator");
    await expect(page.getByText("needs JavaScript")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Camera Motion" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Location" })).toBeDisabled();
  });
  await test.step("the saved tools say that they need scripts", async () => {
    await openWithoutScripts(page, "/saved");
    await expect(page.getByText("This page needs JavaScript.")).toBeVisible();
    await expect(page.getByText("Loading your saved tools")).toBeHidden();
  });
  await test.step("a legal page is read by its contents", async () => {
    await openWithoutScripts(page, "/terms-of-service");
    const contents = page.getByRole("navigation", { name: "On this page" });
    await contents.getByRole("link", { name: /Modifications/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: /Modifications/ })).toBeInViewport();
  });
  await test.step("a tag is reached from all categories, whose field is not there", async () => {
    const { categories, tags } = await directory.overview();
    await openWithoutScripts(page, "/categories");
    await expect(page.locator(".category-item")).toHaveCount(categories.length);
    await expect(page.getByRole("searchbox", { name: "Find a category" })).toBeHidden();
    await follow(page, page.locator(`#tags ~ ul a[href="/tag/${tags[0]?.slug}"]`));
    await expect(page).toHaveURL(`/tag/${tags[0]?.slug}`);
  });
  await test.step("a letter leads to the tools whose names begin with it", async () => {
    const { letters } = await directory.catalog("?sort=name&page=1");
    const { letter = "", page: number } = letters.at(-1) ?? {};
    await openWithoutScripts(page, "/tools");
    const links = page.getByRole("navigation", { name: "Letters" }).getByRole("link");
    await expect(links).toHaveText(letters.map((one) => one.letter));
    await follow(page, links.last());
    expect(new URL(page.url()).pathname).toBe(number === 1 ? "/tools" : `/tools/page/${number}`);
    await expect(page.getByRole("heading", { level: 2, name: letter, exact: true })).toBeInViewport();
  });
  await test.step("a form on a tool's page leads to a comparison", async () => {
    const { slug } = await directory.productWith("any", () => true);
    await openWithoutScripts(page, `/products/${slug}`);
    const compared = page.getByRole("region", { name: "People also compare" });
    const button = compared.getByRole("button", { name: / vs / }).first();
    const other = (await button.getAttribute("value")) ?? "";
    await button.click();
    await expect(page).toHaveURL(`/compare/${[slug, other].sort().join("-vs-")}`);
    await expect(page.getByRole("table")).toBeVisible();
  });
});

test("without scripts the menus open", { tag: "@layout" }, async ({ page, directory }) => {
  const { categories } = await directory.site();
  await openWithoutScripts(page, "/");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.locator("summary:visible").first().click();
  await main
    .getByRole("link", { name: categories[0]?.name ?? "", exact: true })
    .locator("visible=true")
    .click();
  await expect(page).toHaveURL(`/category/${categories[0]?.slug}`);
  await expectListing(page, await directory.catalog(`?category=${categories[0]?.slug}`));
});

test("without scripts the navigation bar is one line with one menu at any width", async ({ page }) => {
  await openWithoutScripts(page, "/");
  const main = page.getByRole("navigation", { name: "Main" });
  const bar = await main.boundingBox();
  for (const [width, menu] of [
    [360, "Menu"],
    [768, "Menu"],
    [1024, "Categories"],
    [1440, "Categories"],
    [1920, "Categories"],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect(main.locator("summary:visible"), `the menu at ${width} px`).toHaveText(menu);
    for (const item of await main.locator("> :visible").all()) {
      const { y = 0, height = 0 } = (await item.boundingBox()) ?? {};
      expect(y + height / 2, `the middle of ${await item.innerText()} at ${width} px`).toBeCloseTo(
        (bar?.height ?? 0) / 2,
        0,
      );
    }
  }
});
