import type { Page, Response } from "@playwright/test";
import { bringIntoView, open } from "./directory";
import { expect, test } from "./test";

const thumbnail = /\/uploads\/[0-9a-f]{64}-(128|256)\.webp$/;
const logos = (page: Page) => page.locator("img[src^='/uploads/']");

/** Waits until the server has made the thumbnails of all logos on the page, so that none is late on a busy machine. */
async function made(page: Page) {
  const document = await (await page.request.get("/")).text();
  const addresses = new Set(document.match(/\/uploads\/[0-9a-f]{64}-128\.webp/g));
  expect(addresses.size).toBeGreaterThan(8);
  for (const address of addresses) {
    const type = async () => (await page.request.get(address)).headers()["content-type"];
    await expect.poll(type, { message: address }).toBe("image/webp");
  }
}

/** Scrolls to every logo, and waits until it has loaded. */
async function lookAtAll(page: Page) {
  for (const logo of await logos(page).filter({ visible: true }).all()) {
    await bringIntoView(logo);
    await expect(logo).toHaveAttribute("data-loaded", "true");
  }
}

test("all of home's logos weigh no more than 60 KB @layout", async ({ page }) => {
  await made(page);
  const loaded: Response[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/uploads/")) loaded.push(response);
  });
  await open(page, "/");
  await lookAtAll(page);
  const sizes = await Promise.all(loaded.map((response) => response.request().sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes).toBeGreaterThan(1000); // they were not in the browser's cache
  expect(bytes).toBeLessThanOrEqual(60_000);
  for (const response of loaded) expect(response.url()).toMatch(thumbnail);
  expect(new Set(loaded.map((response) => response.url())).size).toBe(loaded.length);
});

test("a logo without a thumbnail is shown from its upload", async ({ page, allow }) => {
  allow.status(503);
  allow.warning(/Image did not load \(error\): .* or a thumbnail of it/);
  await page.route(thumbnail, (route) => route.fulfill({ status: 503, body: "busy" }));
  await open(page, "/");
  const logo = logos(page).first();
  await expect(logo).toHaveAttribute("data-loaded", "true");
  await expect(logo).not.toHaveAttribute("srcset");
  expect(await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    500, 500,
  ]);
});
