import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { drawn } from "./directory";
import { expect, test } from "./test";
import { phone } from "./widths";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Waits until all animations have finished, except infinite ones and those that follow scrolling. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ playState, timeline }) => playState === "running" && timeline === document.timeline)
      .every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );

/** Returns axe's violations after all animations have finished. */
export async function violations(page: Page) {
  await settled(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResult> } };
    // Without iframes: their documents belong to another host, where axe only gets a warning.
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

/** Returns the elements that overflow to the right, if the page can be scrolled there. */
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
 * Returns the texts that are a line or more higher than their box, as of a name that wraps in a box of a fixed height:
 * they overlap what is below, or are cut off.
 */
export const tooHigh = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const hasText =
          element.matches("a, button, label") ||
          [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
        const { fontSize, overflowY, webkitLineClamp } = getComputedStyle(element);
        const isMeant =
          /auto|scroll/.test(overflowY) || webkitLineClamp !== "none" || element.matches("select, option");
        const isWidened = ["::before", "::after"].some(
          (part) => getComputedStyle(element, part).position === "absolute",
        ); // for fingers
        const isShown = element.checkVisibility() && element.clientHeight > 4; // not only for screen readers
        const over = element.scrollHeight - element.clientHeight;
        return hasText && isShown && !isMeant && !isWidened && over > Number.parseFloat(fontSize) / 2;
      })
      .map((element) => element.outerHTML.slice(0, 140)),
  );

/**
 * Runs the checks at the page's width and then at phone width, and restores the size. The layout does not depend on
 * touch, and resizing is faster than loading the page again.
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

/** Resizes the page and waits until it has been rendered in its new size. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await drawn(page);
}

/**
 * Returns what cannot be distinguished in forced colors: selected controls that look like unselected ones, icons that
 * are masked from a background of the surrounding color, text on its own color, and buttons that look like plain
 * text.
 */
async function lostInForcedColors(page: Page) {
  const filled = await page.evaluateHandle(() =>
    [...document.querySelectorAll("a, button")].filter(
      (element) => element.checkVisibility() && getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)",
    ),
  );
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" }); // colors that are still fading would not be right
  const lost = await page.evaluate((filled) => {
    const isNone = (ground: string) => /^rgba.* 0\)$/.test(ground); // the system's color, but as transparent as ours
    const groundOf = (element: Element | null, part?: string): string => {
      const ground = element ? getComputedStyle(element, part).backgroundColor : "";
      return element && isNone(ground) ? groundOf(part ? element : element.parentElement) : ground;
    };
    const looks = (element: Element) => {
      const thumb = element.matches("[role=switch]") ? groundOf(element, "::before") : "";
      return [groundOf(element), getComputedStyle(element).color, thumb].join(" ");
    };
    const isOn = (element: Element) =>
      element.matches(
        "[aria-pressed=true], [aria-selected=true]:not(.option), [data-active], :is(a, button)[aria-current]",
      ) || element.querySelector(":scope > .sr-only:checked") !== null;
    const isLikeNeighbor = (element: Element) =>
      [...(element.parentElement?.children ?? [])].some(
        (other) => other.className === element.className && !isOn(other) && looks(other) === looks(element),
      );
    const isLikeItselfOff = (element: HTMLInputElement) => {
      const before = looks(element);
      element.checked = !element.checked;
      const after = looks(element);
      element.checked = !element.checked;
      return before === after || groundOf(element, "::before") === groundOf(element);
    };
    const isUnseen = (element: Element, part: string) =>
      getComputedStyle(element, part).maskImage !== "none" && groundOf(element, part) === groundOf(element);
    const isBare = (element: Element) =>
      filled.includes(element) &&
      groundOf(element) === groundOf(element.parentElement) &&
      getComputedStyle(element).borderTopWidth === "0px";
    const page = groundOf(document.documentElement);
    const isUnread = (element: Element) => {
      const { color, forcedColorAdjust } = getComputedStyle(element);
      return color === (forcedColorAdjust === "auto" ? page : groundOf(element)); // the page's background is drawn behind text
    };
    const all = [...document.body.querySelectorAll("*")];
    return [
      ...all.filter((element) => isOn(element) && isLikeNeighbor(element)),
      ...[...document.querySelectorAll<HTMLInputElement>("[role=switch]")].filter(isLikeItselfOff),
      ...all.filter(isUnread),
      ...all.filter(isBare),
      ...all.filter((element) => isUnseen(element, "::before") || isUnseen(element, "::after")),
    ].map((element) => element.outerHTML.slice(0, 140));
  }, filled);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  return lost;
}

/**
 * Expects at both widths, after running `before`, no axe violations and no horizontal scrolling, and that states can be
 * distinguished in forced colors.
 */
export async function expectTidy(page: Page, before = async () => {}) {
  await atBothWidths(page, async () => {
    await before();
    expect(await violations(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  });
  await before();
  expect(await lostInForcedColors(page)).toEqual([]);
}

/** Expects that these elements could be clicked, without clicking them. */
export async function expectPressable(...targets: Locator[]) {
  for (const target of targets) await target.click({ trial: true });
}

/** Presses Tab until the element has the focus. */
export async function tabTo(target: Locator) {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120 && !(await hasFocus()); presses++) await target.page().keyboard.press("Tab");
  await expect(target).toBeFocused();
}

/** Expects that each of the first 30 elements that Tab focuses shows it. */
export async function expectFocusSeen(page: Page) {
  const blind: string[] = [];
  await page.evaluate(() => {
    // From the top of the page, as after it was loaded.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    const unseen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const marked = [
        element,
        element.parentElement,
        element.closest(".card, .category-tile, .category-item, .tool-line"),
      ].some((box) => {
        const style = box && getComputedStyle(box);
        return style && style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
      });
      return marked ? null : element.outerHTML.slice(0, 120);
    });
    if (unseen) blind.push(unseen);
  }
  expect(blind).toEqual([]);
}

/** Something to open before the checks: how to open it, and what is only visible then. */
export interface Opening {
  open: (page: Page) => Promise<void>;
  opened: (page: Page) => Locator;
}

/** Opens it unless it is already open. Another width may need to open something else. */
export async function ensureOpen(page: Page, { open, opened }: Opening) {
  if ((await opened(page).count()) === 0) await open(page);
  await expect(opened(page)).not.toHaveCount(0);
}
