import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

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
  await page.evaluate(axe);
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
