import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { drawn } from "./directory";
import { expect, test } from "./test";
import { phone } from "./widths";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Waits until nothing fades or moves any more, but what goes on for ever. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );

/** What axe has to say against the page once it stands still. */
export async function violations(page: Page) {
  await settled(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResult> } };
    // It is not in the frames, whose documents are another host's: asking there gives nothing but a warning.
    const { violations } = await axe.run({ resultTypes: ["violations"], iframes: false });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target }) => target.join(" ")).slice(0, 5),
    }));
  });
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

/** What stands out on the right, if the page can be scrolled there. */
export async function tooWide(page: Page) {
  await settled(page);
  return page.evaluate((width) => {
    const scrolled = document.scrollingElement?.scrollWidth ?? 0;
    if (scrolled <= width) return [];
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > width + 0.5,
    );
    return [`${scrolled} of ${width} px`, ...out.map((element) => element.outerHTML.slice(0, 100)).slice(0, 5)];
  }, page.viewportSize()?.width ?? 0);
}

/**
 * Looks at the page as wide as it is and then as narrow as a phone, and gives it its first size back: how a page looks
 * does not depend on touch, and to load it a second time costs more than to look.
 */
export async function atBothWidths(page: Page, look: () => Promise<void>) {
  const first = page.viewportSize();
  if (!first) throw new Error("the page has no width of its own");
  await look();
  if (first.width === phone.width) return;
  await resize(page, phone);
  await test.step(`at ${phone.width} px`, look);
  await resize(page, first);
}

/** The page has taken the size in once it was drawn in it. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await drawn(page);
}

/** At both widths, each time after what is to be done before, axe finds nothing and nothing scrolls sideways. */
export const expectTidy = (page: Page, before = async () => {}) =>
  atBothWidths(page, async () => {
    await before();
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  });

/** Whatever is meant to be pressed can be pressed, which is not done. */
export async function expectPressable(...targets: Locator[]) {
  for (const target of targets) await target.click({ trial: true });
}

/** What one opens before one looks: how that is done, and what is on the page only then. */
export interface Opening {
  open: (page: Page) => Promise<void>;
  opened: (page: Page) => Locator;
}

/** Opens it unless it is open: at another width it may be another thing that is opened. */
export async function ensureOpen(page: Page, { open, opened }: Opening) {
  if ((await opened(page).count()) === 0) await open(page);
  await expect(opened(page)).not.toHaveCount(0);
}
