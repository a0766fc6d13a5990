import type { Locator, Page } from "@playwright/test";
import { bringIntoView, hydrated, open } from "./directory";
import { holdRequests } from "./hold-requests";
import { atBothWidths, expectTidy } from "./looks";
import { testOn, tool, uploadOf } from "./own-site";
import { pngOf } from "./png";
import { expect } from "./test";

/** Typical sizes: desktop, phone, very wide, tiny. */
const images = [
  pngOf(1280, 800, [40, 90, 140]),
  pngOf(390, 844, [140, 60, 40]),
  pngOf(2400, 200, [60, 120, 60]),
  pngOf(16, 16, [120, 60, 120]),
];

const all = images.map(uploadOf);
const missing = `/uploads/${"0".repeat(64)}.png`;

const shown = { Pictured: all, Single: all.slice(1, 2), Torn: [missing, ...all.slice(0, 1)] };
const test = testOn(
  Object.entries(shown).map(([name, images]) => tool(name, { images })),
  images,
);

const block = (page: Page) => page.getByRole("region", { name: "Screenshots" });

test("a tool's screenshots are shown with their descriptions, also if one is missing", async ({ page, allow }) => {
  await test.step("a tool's screenshots are shown with their descriptions and within the window", async () => {
    for (const [name, count] of Object.entries({ Pictured: 4, Single: 1 })) {
      await open(page, `/products/${name.toLowerCase()}`);
      const images = block(page).getByRole("img");
      await expect(images).toHaveCount(count);
      await expectTidy(page, async () => {
        for (let index = 0; index < count; index++) {
          const image = images.nth(index);
          await bringIntoView(image);
          await expect(image).toHaveAccessibleName(`Screenshot ${index + 1} of ${name}`);
          await expect(image).toHaveCSS("opacity", "1");
          expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
          await expectShape(page, index);
        }
      });
    }
  });
  await test.step("a missing screenshot keeps its description and its space", async () => {
    allow.status(404);
    allow.warning(/Image did not load/);
    await open(page, "/products/torn");
    await bringIntoView(block(page));
    const missing = block(page).getByRole("img", { name: "Screenshot 1 of Torn" });
    await expect(missing).toHaveText("T");
    await atBothWidths(page, () => expectShape(page, 0));
    await expect(block(page).getByRole("img", { name: "Screenshot 2 of Torn" })).toHaveCSS("opacity", "1");
  });
});

/** Expects a 16:10 frame within the window, whatever the image's own aspect ratio. */
async function expectShape(page: Page, index: number) {
  const box = await block(page).getByRole("link").nth(index).boundingBox();
  if (!box) throw new Error("the image has no box");
  expect(box.width / box.height).toBeCloseTo(1.6, 1);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test("the screenshots take their space before they load, and open in full size", async ({ page, context, allow }) => {
  await test.step("the layout does not shift when the screenshots load", async () => {
    const release = await holdRequests(page, /\/uploads\//);
    await page.goto("/products/pictured", { waitUntil: "domcontentloaded" });
    await hydrated(page);
    await bringIntoView(block(page));
    const scrollPositions = async () => {
      const found: object[] = [];
      await atBothWidths(page, async () => void found.push(await boxOf(block(page))));
      return found;
    };
    const before = await scrollPositions();
    release();
    for (const image of await block(page).getByRole("img").all()) {
      await bringIntoView(image);
      await expect(image).toHaveCSS("opacity", "1");
    }
    expect(await scrollPositions()).toEqual(before);
  });
  await test.step("a screenshot opens in full size in a new tab", async () => {
    allow.warning(/directive 'default-src 'none''|document's frame is sandboxed/); // uploads are served with a policy that allows nothing
    await open(page, "/products/pictured");
    const link = block(page).getByRole("link", { name: "Screenshot 2 of Pictured" });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    const opened = context.waitForEvent("page");
    await link.click();
    const tab = await opened;
    await expect(tab).toHaveURL(all[1] ?? "");
    await expect.poll(() => tab.evaluate(() => document.images[0]?.naturalWidth)).toBe(390);
  });
});

/** Returns an element's position on the page, independent of scrolling. */
const boxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the screenshots are shown too, and are not faded", async ({ page }) => {
    await page.goto("/products/pictured");
    const images = block(page).getByRole("img");
    await expect(images).toHaveCount(4);
    for (const image of await images.all()) await expect(image).toHaveCSS("opacity", "1");
  });
});
