import type { Page } from "@playwright/test";
import { expectListing, open } from "./directory";
import { holdRequests } from "./hold-requests";
import { expect, test } from "./test";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search AI tools" });

test("the list, the URL and the history follow what is typed, with one entry for the whole search", async ({
  page,
  directory,
}) => {
  await open(page, "/?pricing=Freemium");
  const before = await page.evaluate(() => history.length);
  await field(page).pressSequentially("image", { delay: 150 });
  await expectListing(page, await directory.catalog("?search=image&pricing=Freemium"));
  await field(page).press("Enter");
  await expect(page).toHaveURL("/?search=image&pricing=Freemium");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL("/?pricing=Freemium");
  await expect(field(page)).toHaveValue("");
  await expectListing(page, await directory.catalog("?pricing=Freemium"));
});

test("a search on a tool's page opens home, from which one comes back", async ({ page, directory }) => {
  const { slug } = await directory.productWith("at all", () => true);
  await open(page, `/products/${slug}`);
  await field(page).fill("music");
  await expect(page).toHaveURL("/?search=music");
  await expectListing(page, await directory.catalog("?search=music"));
  await page.goBack();
  await expect(page).toHaveURL(`/products/${slug}`);
});

test("text typed before the scripts are loaded is searched for", async ({ page, directory }) => {
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto("/", { waitUntil: "commit" });
  await field(page).pressSequentially("video");
  release();
  await expect(page).toHaveURL("/?search=video");
  await expect(field(page)).toHaveValue("video");
  await expectListing(page, await directory.catalog("?search=video"));
});

test("a typo is corrected, which is said, but not for results of the typed text", async ({ page, directory }) => {
  const typo = "vidoe maker";
  const found = await directory.catalog(`?search=${typo}`);
  expect(found.correctedQuery).toBe("video maker");
  const line = page.getByRole("main").getByText(/^Corrected from/);
  await open(page, `/?search=${encodeURIComponent(typo)}`);
  await expect(line).toHaveText("Corrected from “vidoe maker”");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ tools? for “video maker”$/);
  await expectListing(page, found);
  await field(page).fill("video maker");
  await expect(page).toHaveURL("/?search=video%20maker");
  await expect(line).toHaveCount(0);
});

test("the cross in the field clears the search", async ({ page, directory }) => {
  await open(page, "/?search=image");
  const { width = 0 } = (await field(page).boundingBox()) ?? {};
  await field(page).click({ position: { x: width - 26, y: 20 } }); // beside the browser's own, which is small
  await expect(field(page)).toHaveValue("");
  await expect(page).toHaveURL("/");
  await expectListing(page, await directory.catalog());
});
