import type { Page, Route } from "@playwright/test";
import { open } from "./directory";
import { expect } from "./test";

/** The most that a page may shift in all, as a browser counts it. */
const mostShift = 0.01;

/** Opens a page and expects that its layout stays where it is, also when the fonts arrive after the text was shown. */
export async function openStill(page: Page, path: string) {
  await watchShifts(page);
  const response = await open(page, path);
  await page.waitForLoadState("networkidle");
  const seen = await shifts(page);
  expect(
    seen.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
    seen.join("\n"),
  ).toBeLessThanOrEqual(mostShift);
  await page.unroute("**/*.woff2", late);
  return response;
}

/** Delays fonts until the page has been shown in their stand-ins for some frames, as on a slow connection. */
async function late(route: Route) {
  await route
    .request()
    .frame()
    .waitForFunction((wait) => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return paint !== undefined && performance.now() > paint.startTime + wait;
    }, frames);
  await route.continue();
}

/** Some frames, in milliseconds. */
const frames = 100;

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
