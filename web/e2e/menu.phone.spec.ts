import { bringIntoView, expectListing, open } from "./directory";
import { publicPages } from "./public-pages";
import { expect, test } from "./test";

test("the menu opens, scrolls and leads to each list", { tag: "@layout" }, async ({ page, directory }) => {
  await test.step("the menu opens, has everything, and closes again", async () => {
    const { categories } = await directory.site();
    await open(page, "/");
    const main = page.getByRole("navigation", { name: "Main" });
    const toggle = main.locator("summary:visible");
    await expect(toggle).toHaveCount(1);
    await toggle.tap();
    for (const name of ["Home", "VEO 3 Generator", "All Categories", "Submit AI Tool", categories[0]?.name ?? ""]) {
      await expect(main.getByRole("link", { name, exact: true }).locator("visible=true")).toHaveCount(1);
    }
    await toggle.tap();
    await expect(main.getByRole("link", { name: "All Categories" }).locator("visible=true")).toHaveCount(0);
  });
  await test.step("the menu's categories scroll, and each leads to its list", async () => {
    const { categories } = await directory.site();
    const last = categories.at(-1);
    await open(page, "/");
    const main = page.getByRole("navigation", { name: "Main" });
    await main.locator("summary:visible").tap();
    const link = main.getByRole("link", { name: last?.name ?? "", exact: true }).locator("visible=true");
    await bringIntoView(link);
    expect(await page.evaluate(() => scrollY), "the list scrolls, not the page").toBe(0);
    await link.tap();
    await expect(page).toHaveURL(`/category/${last?.slug}`);
    await expect(link).toHaveCount(0);
    await expectListing(page, await directory.catalog(`?category=${last?.slug}`));
  });
});

test("whatever can be pressed is large enough for a finger", { tag: "@layout" }, async ({ page, directory }) => {
  for (const { name, path } of publicPages) {
    await open(page, await path(directory));
    // Left out: the submit form's trap for robots, and links in a sentence, which are as high as its lines: those of
    // legal texts, the feed of a category, and what the newsletter keeps. A checkbox's label is pressed for it.
    const small = await page.locator("a, button, summary, input, textarea").evaluateAll((elements) => {
      const reach = 21; // 44 px across, the middle and both edges within
      return elements
        .filter(
          (element) => element.checkVisibility({ opacityProperty: true }) && element.getBoundingClientRect().width > 1,
        )
        .filter(
          (element) =>
            !element.matches(
              ".skip-link, [name=company], .legal-text :is(p, li) a, p > a:is([href$='/feed.xml'], main [href='/privacy-policy'])",
            ),
        )
        .filter((element) => {
          element.scrollIntoView({ block: "center" });
          const { left, top, width, height } = element.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const points = [
            [x, y - reach],
            [x, y + reach],
          ];
          return !points.every(([px = 0, py = 0]) => {
            const hit = document.elementFromPoint(px, py);
            return (
              hit !== null &&
              (element.contains(hit) ||
                hit.closest("a, button, summary, label, .search-box") === element ||
                hit.closest(".search-box, label")?.contains(element))
            );
          });
        })
        .map((element) => element.outerHTML.slice(0, 140));
    });
    expect(small, name).toEqual([]);
  }
});
