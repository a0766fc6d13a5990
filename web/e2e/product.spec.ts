import { cardNames, open } from "./directory";
import { atBothWidths, expectPressable } from "./looks";
import { expect, test } from "./test";

test("an SVG logo is shown completely", async ({ page, directory }) => {
  const product = await directory.productWith("with a logo", ({ logo }) => logo.startsWith("/uploads/"));
  await open(page, `/products/${product.slug}`);
  const logo = page.getByRole("img", { name: `${product.name} logo` });
  await expect(logo).toHaveAttribute("src", product.logo);
  await expect(logo).toHaveCSS("opacity", "1");
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a category of a tool, the page of an unknown tool and an unknown path lead to lists of tools", async ({
  page,
  directory,
  allow,
}) => {
  allow.status(404);
  const product = await directory.productWith("with two categories", ({ categories }) => categories.length > 1);
  await open(page, `/products/${product.slug}`);
  const category = product.categories[1] ?? "";
  await page.getByRole("region", { name: "Details" }).getByRole("link", { name: category, exact: true }).click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${category} AI tools`);

  await open(page, "/products/%E0%A4%A");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Product Not Found");
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(cardNames(page).first()).toBeVisible();

  await open(page, "/50%-off");
  await page.getByRole("searchbox", { name: "Find a tool" }).fill("music");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/?search=music");
  await expect(cardNames(page).first()).toBeVisible();
});

test("Visit opens the website in a new tab without opener and referrer", async ({
  page,
  context,
  directory,
  allow,
}) => {
  const { slug, name, website } = await directory.productWith("at all", () => true);
  await allow.host(new URL(website).host);
  await open(page, `/products/${slug}`);
  await expect(page.getByRole("link", { name: "We may earn a commission" })).toHaveCount(0); // it has no affiliate link
  const opened = context.waitForEvent("page");
  const asked = context.waitForEvent("request", (request) => request.url().startsWith(website));
  await page
    .getByRole("link", { name: `Visit ${name}` })
    .first()
    .click();
  expect((await asked).headers().referer).toBeUndefined();
  const tab = await opened;
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
});

test("a video loads only when it is played, without an earlier request to its host", async ({
  page,
  directory,
  allow,
}) => {
  const { slug, name, videoUrl } = await directory.productWith("with a video on YouTube", (product) =>
    /youtube\.com\/watch/.test(product.videoUrl),
  );
  await open(page, `/products/${slug}`);
  await page.waitForLoadState("networkidle"); // any request to another host fails the test
  await allow.host("www.youtube.com");
  const play = page.getByRole("link", { name: `Play video demo of ${name}` });
  await atBothWidths(page, () => expectPressable(play));
  await play.click();
  const player = page.getByTitle(`${name} video demo`);
  await expect(player).toHaveAttribute(
    "src",
    `https://www.youtube.com/embed/${new URL(videoUrl).searchParams.get("v")}`,
  );
  await expect(player.contentFrame().getByText("This is www.youtube.com.")).toBeVisible();
  await atBothWidths(page, async () => {
    const box = await player.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  });
});
