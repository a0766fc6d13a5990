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

const imageOf = (page: Page) => block(page).getByRole("img", { name: / of / });

/** The link that shows another of a tool's screenshots. */
const choose = (page: Page, number: number) =>
  block(page).getByRole("link", { name: `Screenshot ${number}`, exact: true });

test("a tool's screenshots are shown with their descriptions, also if one is missing", async ({ page, allow }) => {
  await test.step("a tool's screenshots are shown in turn, within the window", async () => {
    for (const [name, count] of Object.entries({ Pictured: 4, Single: 1 })) {
      await open(page, `/products/${name.toLowerCase()}`);
      await expect(block(page).getByRole("listitem")).toHaveCount(count === 1 ? 0 : count);
      await expectTidy(page, async () => {
        for (let number = 1; number <= count; number++) {
          if (count > 1) await choose(page, number).click();
          const image = imageOf(page);
          await expect(image).toHaveAccessibleName(`Screenshot ${number} of ${name}`);
          await expect(image).toHaveCSS("opacity", "1");
          expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
          await expectShape(page);
        }
      });
    }
  });
  await test.step("a missing screenshot keeps its description and its space", async () => {
    allow.status(404);
    allow.warning(/Image did not load/);
    await open(page, "/products/torn");
    await expect(block(page).getByRole("img", { name: "Screenshot 1 of Torn" })).toHaveText("T");
    await atBothWidths(page, () => expectShape(page));
    await choose(page, 2).click();
    await expect(block(page).getByRole("img", { name: "Screenshot 2 of Torn" })).toHaveCSS("opacity", "1");
  });
});

/** Expects a 16:9 frame within the window, whatever the image's own aspect ratio. */
async function expectShape(page: Page) {
  const box = await block(page).getByRole("link").first().boundingBox();
  if (!box) throw new Error("the image has no box");
  expect(box.width / box.height).toBeCloseTo(16 / 9, 1);
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
    await bringIntoView(imageOf(page));
    await expect(imageOf(page)).toHaveCSS("opacity", "1");
    expect(await scrollPositions()).toEqual(before);
  });
  await test.step("a screenshot opens in full size in a new tab", async () => {
    allow.warning(/directive 'default-src 'none''|document's frame is sandboxed/); // uploads are served with a policy that allows nothing
    await open(page, "/products/pictured");
    await choose(page, 2).click();
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

  test("the first screenshot is shown too, is not faded, and the others are linked", async ({ page }) => {
    await page.goto("/products/pictured");
    await expect(imageOf(page)).toHaveCSS("opacity", "1");
    await expect(choose(page, 2)).toHaveAttribute("href", all[1] ?? "");
  });
});
