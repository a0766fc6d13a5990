import type { Page, Route } from "@playwright/test";
import { type Directory, open } from "./directory";
import { tooWide, violations } from "./looks";
import { expect, test } from "./test";

interface Screen {
  name: string;
  path: (directory: Directory) => Promise<string>;
  status?: number;
  /** What is done before one looks. That nothing moves by itself is then left to the screen at the same address as it opens. */
  act?: (page: Page) => Promise<void>;
}

const at = (path: string) => () => Promise.resolve(path);

const productWith =
  (description: string, fits: Parameters<Directory["productWith"]>[1]) => async (directory: Directory) =>
    `/products/${(await directory.productWith(description, fits)).slug}`;

const screens: Screen[] = [
  { name: "home", path: at("/") },
  { name: "home, filtered and ordered", path: at("/?pricing=Freemium&sort=name") },
  { name: "home, only featured deals", path: at("/?featured=true&deal=true") },
  { name: "a search", path: at("/?search=video") },
  { name: "a search without a result", path: at("/?search=qzxwvkjhgf") },
  {
    name: "a further page",
    path: async (directory) =>
      `/?section=Recommended%20AI%20Products&cursor=${(await directory.catalog()).sections.at(-1)?.next}`,
  },
  { name: "a broken place in the list", path: at("/?section=Our%20Products&cursor=%21"), status: 400 },
  { name: "a category", path: async (directory) => `/category/${(await directory.site()).categories[0]?.slug}` },
  { name: "a tool with a video", path: productWith("with a video", ({ videoUrl }) => videoUrl !== "") },
  { name: "a tool with a logo", path: productWith("with a logo", ({ logo }) => logo !== "") },
  { name: "a tool on offer", path: productWith("with an offer", ({ promoText }) => promoText !== "") },
  { name: "the generator", path: at("/veo3-generator") },
  {
    name: "the generator, filled in",
    path: at("/veo3-generator"),
    act: async (page) => {
      await page.getByRole("button", { name: /^Rooftop chase/ }).click();
      await page.getByRole("region", { name: "JSON", exact: true }).getByText('"anime"').waitFor();
    },
  },
  {
    name: "the generator with a list open",
    path: at("/veo3-generator"),
    act: (page) => page.getByRole("combobox", { name: "Camera Motion" }).click(),
  },
  {
    name: "the generator with JSON that cannot be loaded",
    path: at("/veo3-generator"),
    act: async (page) => {
      await page.getByRole("button", { name: "Load JSON" }).click();
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await page.getByText("There is nothing to load").waitFor();
    },
  },
  { name: "an unknown category", path: at("/category/nowhere"), status: 404 },
  { name: "an unknown tool", path: at("/products/no-such-tool"), status: 404 },
  { name: "an unknown path", path: at("/nope"), status: 404 },
  {
    name: "the open menu",
    path: at("/"),
    act: (page) => page.getByRole("navigation", { name: "Main" }).locator("summary:visible").first().click(),
  },
  {
    name: "the open order",
    path: at("/"),
    act: (page) => page.locator("summary", { hasText: "Sort:" }).click(),
  },
  {
    name: "the notifications",
    path: at("/"),
    act: async (page) => {
      await page.keyboard.press("F8");
      await page.getByRole("region", { name: /notifications/i }).waitFor({ state: "attached" });
    },
  },
];

for (const { name, path, status = 200, act } of screens) {
  test(`${name}: axe finds nothing, nothing scrolls sideways, nothing moves by itself`, { tag: "@layout" }, async ({
    page,
    directory,
    allow,
  }) => {
    if (status !== 200) allow.status(status);
    if (!act) await watchShifts(page);
    const response = await open(page, await path(directory));
    expect(response?.status()).toBe(status);
    if (!act) await expectStill(page);
    await page.evaluate(() => document.fonts.ready);
    await act?.(page);
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  });
}

/** Nothing on the page has moved by itself since it was opened. */
async function expectStill(page: Page) {
  await page.waitForLoadState("networkidle");
  expect(await shifts(page)).toEqual([]);
  await page.unroute("**/*.woff2", late);
}

/**
 * Has a font come when the page does without it already. One that comes in the very frames in which the page is first drawn
 * moves words by a few pixels, now and then: its stand-in has its height, and not the width of each word.
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
