import type { Page, Request } from "@playwright/test";
import { cardNames, drawn, expectFirstNames, expectListing, open } from "./directory";
import { holdRequests } from "./hold-requests";
import { expect, test } from "./test";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search AI tools" });

test("the list and the URL follow what is typed", async ({ page, directory }) => {
  await open(page, "/");
  await field(page).pressSequentially("video", { delay: 60 });
  await expect(page).toHaveURL("/?search=video");
  await expectListing(page, await directory.catalog("?search=video"));
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

test("a typo is corrected", async ({ page, directory }) => {
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

test("a correction is shown, but not for results of the typed text", async ({ page, directory }) => {
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

test("typing adds one search to the history, not every letter", async ({ page, directory }) => {
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

test("a late answer never replaces a newer one", async ({ page, directory }) => {
  const release = await holdRequests(page, /\/api\/catalog\?.*search=code(&|$)/);
  await open(page, "/");
  const slow = page.waitForRequest(/search=code(&|$)/);
  const isSlow = (request: Request) => /search=code(&|$)/.test(request.url());
  const over = Promise.race([page.waitForEvent("requestfinished", isSlow), page.waitForEvent("requestfailed", isSlow)]);
  await field(page).fill("code");
  await slow;
  await field(page).fill("music");
  const { sections } = await directory.catalog("?search=music");
  const wanted = sections.flatMap(({ products }) => products.map(({ name }) => name));
  await expectFirstNames(page, wanted);
  release();
  await over;
  await drawn(page);
  await expectFirstNames(page, wanted);
  await expect(page).toHaveURL("/?search=music");
});

test("a search without results shows so, with links to continue", async ({ page, directory }) => {
  await open(page, "/");
  await field(page).fill("qzxwvkjhgf");
  await expect(page.getByRole("heading", { name: "No tools found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
  await expect(cardNames(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/");
  await expect(field(page)).toHaveValue("");
  await expectListing(page, await directory.catalog());
});

test("a search keeps the filters, and its URL can be opened again", async ({ page, directory }) => {
  await open(page, "/?pricing=Freemium");
  await field(page).fill("image");
  await expect(page).toHaveURL("/?search=image&pricing=Freemium");
  const found = await directory.catalog("?search=image&pricing=Freemium");
  await expectListing(page, found);
  await page.reload();
  await expect(field(page)).toHaveValue("image");
  await expectListing(page, found);
});

test("a search on a tool's page opens home", async ({ page, directory }) => {
  const { slug } = await directory.productWith("at all", () => true);
  await open(page, `/products/${slug}`);
  await field(page).fill("music");
  await expect(page).toHaveURL("/?search=music");
  await expectListing(page, await directory.catalog("?search=music"));
  await page.goBack();
  await expect(page).toHaveURL(`/products/${slug}`);
});

test("a list that cannot be loaded shows an error and a retry button", async ({ page, directory, allow }) => {
  allow.failure(/search=music/);
  allow.status(503);
  await page.route(
    /\/api\/catalog\?.*search=music/,
    (route) => route.fulfill({ status: 503, json: { error: "Too much to do." } }),
    { times: 1 },
  );
  await open(page, "/");
  await field(page).fill("music");
  await expect(page.getByRole("heading", { name: "Failed to fetch products" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectListing(page, await directory.catalog("?search=music"));
});

test("a search text is always shown as text", async ({ page }) => {
  const hostile = `"><img src=x onerror=alert(1)>`;
  page.on("dialog", () => {
    throw new Error("the search ran as a script");
  });
  await open(page, `/?search=${encodeURIComponent(hostile)}`);
  await expect(field(page)).toHaveValue(hostile);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`“${hostile}”`);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
});
