import type { Page, Route } from "@playwright/test";
import { expect } from "../test";
import { unreached } from "./unreached";

/** The scenarios of a screen by their names: the steps, and the contract's texts to expect after each. */
export type Scenarios = Record<string, Step[]>;

/** What is done on a page, or what the server does from then on. */
type Act = (page: Page) => Promise<unknown>;

export interface Step {
  /** In turn; a name is that of a button, which is pressed. */
  acts: (Act | string)[];
  /** Each text must be the exact text of an element. */
  shows: string[];
}

/** Does what a step says, and expects its texts. */
export async function runStep({ acts, shows }: Step, page: Page) {
  for (const act of acts) {
    await (typeof act === "string" ? page.getByRole("button", { name: act, exact: true }).click() : act(page));
  }
  await expectTexts(page, shows);
}

/**
 * Expects that each text is the whole text of an element, an empty field's placeholder, an accessible name or a link's
 * target; "title / description" is a toast's. None of the texts listed as unreachable may be there.
 */
async function expectTexts(page: Page, texts: string[]) {
  let shown = new Set<string>();
  const missing = async () => {
    shown = new Set(await textsOf(page));
    return texts.filter((text) => !shown.has(text));
  };
  await expect.poll(missing, { message: "not shown" }).toEqual([]);
  expect(unreached.filter(({ text }) => shown.has(text))).toEqual([]);
}

/** Returns the text of each element on the page, without parts that are hidden from screen readers. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [document.title];
    const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
    const isOrnament = (node: Node) => node instanceof Element && node.ariaHidden === "true";
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return "";
      if (!node.checkVisibility() && getComputedStyle(node).display !== "contents") return "";
      const children = [...node.childNodes].map((child) => [child, read(child)] as const);
      const text = children.map(([child, words]) => (isOrnament(child) ? "" : words)).join("");
      const names = [
        "aria-label",
        "title",
        "alt",
        "href",
        ...(node.matches(":placeholder-shown") ? ["placeholder"] : []),
      ];
      const named = names.map((name) => node.getAttribute(name) ?? "");
      shown.push(oneLine(text), ...named);
      return text;
    };
    read(document.body);
    for (const toast of document.querySelectorAll(".toast > :first-child"))
      shown.push([...toast.children].map((part) => oneLine(part.textContent)).join(" / "));
    return shown.filter((text) => text !== "");
  });
}

export const goTo =
  (path: string): Act =>
  (page) =>
    page.goto(path);

/** Answers a call in place of the server. */
export const answer =
  (method: string, address: string | RegExp, reply: Parameters<Route["fulfill"]>[0]): Act =>
  (page) =>
    page.route(address, (route) => (route.request().method() === method ? route.fulfill(reply) : route.fallback()));

/** Makes the site a development site, which can be synced. */
export const asDevelopment = answer("GET", "**/api/sync", {
  json: {
    ...{ development: true, configured: true, unready: "", webhook: false, commandFlags: "" },
    ...{ progress: { phase: "", done: 0, total: 0 }, runs: [] },
  },
});

/** Refuses a call with this message; without one, like a proxy with an empty body. */
export const refuse = (method: string, address: string | RegExp, message = "") =>
  answer(method, address, message ? { status: 503, json: { error: message, message, code: "x" } } : { status: 502 });

/** Leaves a call unanswered while the page is open. */
export const stall =
  (method: string, address: string | RegExp): Act =>
  (page) =>
    page.route(address, (route) =>
      route.request().method() === method ? new Promise(() => undefined) : route.fallback(),
    );

/** Lets the server answer all calls again. */
export const letThrough: Act = (page) => page.unrouteAll();
