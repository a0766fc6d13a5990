import { cardNames, expectFirstNames, expectListing, follow, rendered, section } from "./directory";
import { expect, test } from "./test";

test.use({ javaScriptEnabled: false });

test("without scripts the directory is read, filtered, searched and paged", async ({ page, directory }) => {
  await test.step("without scripts the directory is readable", async () => {
    await rendered(page, "/");
    await page.goto("/");
    await expectListing(page, await directory.catalog());
  });
  await test.step("without scripts a category, a price and a sort order filter the list", async () => {
    const bySize = (await directory.catalog()).facets.categories.sort((a, b) => b.count - a.count);
    const [largest, smallest] = [bySize[0], bySize.at(-1)];
    const byCategory = page.getByRole("navigation", { name: "Filter by category" });
    const byPrice = page.getByRole("navigation", { name: "Filter by price" });
    await rendered(page, "/");
    await page.goto("/");
    await byCategory.getByText("More", { exact: true }).click();
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
  await test.step("without scripts the list is paged by a link, and every tool appears once", async () => {
    const name = "Recommended AI Products";
    const all = await directory.products(`?section=${encodeURIComponent(name)}`);
    const met: string[] = [];
    await rendered(page, "/");
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
      await follow(page, next);
    }
    expect(met).toEqual(all.map((product) => product.name));
  });
});

test("without scripts a tool, a legal page and the generator's form can be read", async ({
  page,
  directory,
  allow,
}) => {
  await test.step("without scripts a tool's page is readable, its logo is not faded and its video is a link", async () => {
    const product = await directory.productWith("with a video", ({ videoUrl }) => videoUrl !== "");
    await rendered(page, `/products/${product.slug}`);
    await page.goto(`/products/${product.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.name);
    await expect(page.getByText(product.description)).toBeVisible();
    await expect(page.getByRole("link", { name: /Play video/ })).toHaveAttribute("href", product.videoUrl);
    const withLogo = await directory.productWith("with a logo", ({ logo }) => logo !== "");
    await rendered(page, `/products/${withLogo.slug}`);
    await page.goto(`/products/${withLogo.slug}`);
    await expect(page.getByRole("img", { name: `${withLogo.name} logo` })).toHaveCSS("opacity", "1");
  });
  await test.step("without scripts the generator shows its form, and that it needs scripts", async () => {
    allow.failure(/\/assets\/[^/]+\.js$/); // scripts that the head preloads, although scripts are disabled
    await rendered(page, "/veo3-generator");
    await page.goto("/veo3-generator");
    await expect(page.getByText("needs JavaScript")).toBeVisible();
    for (const name of [
      "Style",
      "Shot",
      "Scene",
      "Visual Details",
      "Cinematography",
      "Audio",
      "Color Palette",
      "JSON Output",
    ])
      await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Camera Motion" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Location" })).toBeDisabled();
  });
  await test.step("without scripts the legal pages are readable", async () => {
    allow.failure(/\/assets\/[^/]+\.js$/);
    await rendered(page, "/terms-of-service");
    await page.goto("/terms-of-service");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of Service");
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: /Modifications/ })
      .click();
    await expect(page.getByRole("heading", { level: 2, name: /Modifications/ })).toBeInViewport();
  });
});

test("without scripts the menus open", { tag: "@layout" }, async ({ page, directory }) => {
  const { categories } = await directory.site();
  await rendered(page, "/");
  await page.goto("/");
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
  await rendered(page, "/");
  await page.goto("/");
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
