import type { Page, Route } from "@playwright/test";
import { open } from "./directory";
import { expect } from "./test";

/** Opens a page on which nothing moves by itself. */
export async function openStill(page: Page, path: string) {
  await watchShifts(page);
  const response = await open(page, path);
  await page.waitForLoadState("networkidle");
  expect(await shifts(page)).toEqual([]);
  await page.unroute("**/*.woff2", late);
  return response;
}

/**
 * Has a font come when the page does without it already. One that comes in the very frames in which the page is first
 * drawn moves words by a few pixels, now and then: its stand-in has its height, and not the width of each word.
 */
async function late(route: Route) {
  await route
    .request()
    .frame()
    .waitForFunction((wait) => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return paint !== undefined && performance.now() > paint.startTime + wait;
    }, optionalPeriod);
  await route.continue();
}

/** After so many milliseconds at the latest browsers do without an optional font. */
const optionalPeriod = 100;

/** Layout shifts from the first frame on, each with what has moved. */
async function watchShifts(page: Page) {
  await page.route("**/*.woff2", late);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName,
        );
        if (!entry.hadRecentInput) seen.push(`${entry.value.toFixed(5)}: ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

const shifts = (page: Page) => page.evaluate(() => (window as unknown as { seenShifts: string[] }).seenShifts);
