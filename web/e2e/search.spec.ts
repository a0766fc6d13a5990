import type { Page } from "@playwright/test";
import { cardNames, expectListing, open } from "./directory";
import { holdRequests } from "./hold-requests";
import { expect, test } from "./test";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search AI tools" });

test("the list, the URL and the history follow what is typed", async ({ page, directory }) => {
  await test.step("the list and the URL follow what is typed", async () => {
    await open(page, "/");
    await field(page).pressSequentially("video", { delay: 60 });
    await expect(page).toHaveURL("/?search=video");
    await expectListing(page, await directory.catalog("?search=video"));
  });
  await test.step("typing adds one search to the history, not every letter", async () => {
    await open(page, "/");
    const before = await page.evaluate(() => history.length);
    await field(page).pressSequentially("image", { delay: 150 });
    await field(page).press("Enter");
    await expect(page).toHaveURL("/?search=image");
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(field(page)).toHaveValue("");
    await expectListing(page, await directory.catalog());
  });
  await test.step("a search keeps the filters, and its URL can be opened again", async () => {
    await open(page, "/?pricing=Freemium");
    await field(page).fill("image");
    await expect(page).toHaveURL("/?search=image&pricing=Freemium");
    const found = await directory.catalog("?search=image&pricing=Freemium");
    await expectListing(page, found);
    await page.reload();
    await expect(field(page)).toHaveValue("image");
    await expectListing(page, found);
  });
  await test.step("a search on a tool's page opens home", async () => {
    const { slug } = await directory.productWith("at all", () => true);
    await open(page, `/products/${slug}`);
    await field(page).fill("music");
    await expect(page).toHaveURL("/?search=music");
    await expectListing(page, await directory.catalog("?search=music"));
    await page.goBack();
    await expect(page).toHaveURL(`/products/${slug}`);
  });
});

test("what is typed early or with a typo is searched for", async ({ page, directory }) => {
  await test.step("text typed before the scripts are loaded is searched for", async () => {
    const release = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto("/", { waitUntil: "commit" });
    await field(page).pressSequentially("video");
    release();
    await expect(page).toHaveURL("/?search=video");
    await expect(field(page)).toHaveValue("video");
    await expectListing(page, await directory.catalog("?search=video"));
  });
  await test.step("a typo is corrected, which is said", async () => {
    await test.step("a typo is corrected", async () => {
      const { name } = await directory.productWith("with a long name of one word", (product) =>
        /^[A-Za-z]{8,}$/.test(product.name),
      );
      const typo = name.replace(/^(.)(.)(.)/, "$1$3$2"); // two letters are swapped
      expect(typo.toLowerCase()).not.toBe(name.toLowerCase());
      await open(page, "/");
      await field(page).fill(typo);
      await expect(page).toHaveURL(`/?search=${typo}`);
      await expect(cardNames(page).getByText(name, { exact: true })).toBeVisible();
      await expectListing(page, await directory.catalog(`?search=${typo}`));
    });
    await test.step("a correction is shown, but not for results of the typed text", async () => {
      const typo = "vidoe maker";
      const { correctedQuery, total } = await directory.catalog(`?search=${typo}`);
      expect(correctedQuery).toBe("video maker");
      const line = page.getByRole("main").getByText(/^Showing results for/);
      await open(page, `/?search=${encodeURIComponent(typo)}`);
      await expect(line).toHaveText("Showing results for video maker");
      await expect(line.locator("em")).toHaveText("video maker");
      await expect(page.getByRole("main").getByRole("status").first()).toContainText(
        `${total} tools found, showing results for video maker`,
      );
      await field(page).fill("video maker");
      await expect(page).toHaveURL("/?search=video%20maker");
      await expect(line).toHaveCount(0);
      await field(page).fill(typo);
      await expect(line).toHaveText("Showing results for video maker");
    });
  });
});
