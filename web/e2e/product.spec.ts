import type { Page } from "@playwright/test";
import { cardNames, open, type Product } from "./directory";
import { atBothWidths, expectPressable } from "./looks";
import { expect, test } from "./test";

const full = (product: Product) => product.videoUrl !== "" && product.useCases !== "" && product.categories.length > 1;

test("a tool's page shows what the tool has, and its facts lead to similar tools", async ({
  page,
  directory,
  context,
}) => {
  await test.step("a tool's page shows all its data", async () => {
    const product = await directory.productWith("with a video and use cases", full);
    await open(page, `/products/${product.slug}`);
    const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
    await expect(breadcrumb).toHaveText(["Home", product.categories[0] ?? "", product.name]);
    await expect(page.getByRole("region", { name: "About" })).toContainText(product.description);
    for (const line of product.useCases.split("\n")) {
      await expect(page.getByRole("region", { name: "Use Cases" }).getByText(line, { exact: true })).toBeVisible();
    }
    const tags = [...product.categories, product.type, product.section.replaceAll(" ", "")].map((tag) =>
      tag.toLowerCase(),
    );
    await expect(page.getByRole("region", { name: "Tags" }).getByRole("listitem")).toHaveText(tags);
    await expect(page.getByRole("region", { name: "Tool Information" })).toContainText(product.section);
    await expect(page.getByRole("region", { name: "Details" })).toContainText(product.categories.join(", "));
    const similar = await directory.similar(product.slug);
    expect(similar.length).toBeGreaterThan(0);
    const shown = cardNames(page.getByRole("region", { name: "Similar Products" }));
    await expect(shown).toHaveText(similar.map(({ name }) => name));
  });
  await test.step("a deal and its badge are shown", async () => {
    const product = await directory.productWith(
      "with an offer",
      ({ promoText, hasDeal }) => hasDeal && promoText !== "",
    );
    await open(page, `/products/${product.slug}`);
    await expect(page.getByRole("complementary", { name: "Promotion" })).toHaveText(product.promoText);
    await expect(page.getByRole("region", { name: "Details" }).getByText("Deal Available")).toBeVisible();
  });
  await test.step("an SVG logo is shown completely", async () => {
    const product = await directory.productWith("with a logo", ({ logo }) => logo.startsWith("/uploads/"));
    await open(page, `/products/${product.slug}`);
    const logo = page.getByRole("img", { name: `${product.name} logo` });
    await expect(logo).toHaveAttribute("src", product.logo);
    await expect(logo).toHaveCSS("opacity", "1");
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
  await test.step("a tool's facts link to the lists of similar tools, and its link can be copied", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const product = await directory.productWith("with two categories", ({ categories }) => categories.length > 1);
    await open(page, `/products/${product.slug}?utm_source=x`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.locator(".toast")).toContainText("Link copied to clipboard");
    expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(
      `/products/${product.slug}`,
    );
    const tag = product.categories[1]?.toLowerCase() ?? "";
    await page.getByRole("region", { name: "Tags" }).getByRole("link", { name: tag, exact: true }).click();
    await expect(page).toHaveURL(/\/category\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${product.categories[1]} AI tools`);
  });
});

test("every address of a tool leads to its page, and unknown ones to a page that says so", async ({
  page,
  directory,
  allow,
  request,
}) => {
  await test.step("both URLs and the id lead to the same page", async () => {
    const { id, slug, name } = await directory.productWith("at all", () => true);
    for (const path of [`/product/${slug}`, `/products/${slug}`, `/product/${id}`, `/products/${id}`]) {
      expect((await open(page, path))?.status(), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      const canonical = page.locator("link[rel=canonical]");
      await expect(canonical).toHaveAttribute("href", new RegExp(`/products/${slug}$`));
    }
  });
  await test.step("an unknown tool shows a not-found page", async () => {
    allow.status(404);
    const sentence = "The product you're looking for doesn't exist or has been removed.";
    for (const path of ["/products/no-such-tool", "/product/999999", "/products/%00", "/products/%E0%A4%A"])
      await expectNotFound(page, path, "Product Not Found", sentence);
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(cardNames(page).first()).toBeVisible();
  });
  await test.step("an unknown path shows a not-found page with links", async () => {
    allow.status(404);
    for (const path of ["/nope", "/products", "/products/a/b", "/50%-off"])
      await expectNotFound(page, path, "Page Not Found", "Did you forget to add the page to the router?");
    await page.getByRole("searchbox", { name: "Find a tool" }).fill("music");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/?search=music");
    await expect(cardNames(page).first()).toBeVisible();
  });
  await test.step("a request for something other than a page gets no page when it is not found", async () => {
    const api = await request.get("/api/nope");
    expect(api.status()).toBe(404);
    expect(api.headers()["content-type"]).toContain("application/json");
    for (const path of ["/assets/none.js", "/uploads/none.jpg"]) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(404);
      expect(response.headers()["content-type"] ?? "", path).not.toContain("text/html");
    }
  });
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
  const disclosure = page.getByRole("link", { name: "We may earn a commission from this link" });
  await atBothWidths(page, () => expectPressable(disclosure));
  await expect(disclosure).toHaveAttribute("href", "/affiliate-disclaimer");
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

async function expectNotFound(page: Page, path: string, title: string, sentence: string) {
  expect((await open(page, path))?.status(), path).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} – `));
}
