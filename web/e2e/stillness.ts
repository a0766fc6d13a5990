import type { Page, Route } from "@playwright/test";
import { open } from "./directory";
import { expect } from "./test";

/** Opens a page and expects that its layout does not shift. */
export async function openStill(page: Page, path: string) {
  await watchShifts(page);
  const response = await open(page, path);
  await page.waitForLoadState("networkidle");
  expect(await shifts(page)).toEqual([]);
  await page.unroute("**/*.woff2", late);
  return response;
}

/**
 * Delays fonts until the page is shown without them. A font that arrives in the very first frames sometimes moves words
 * by a few pixels: its fallback has the same height, but not the same width of each word.
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

/** The period in milliseconds after which browsers do without an optional font. */
const optionalPeriod = 100;

/** Records layout shifts from the first frame on, each with the moved elements. */
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
