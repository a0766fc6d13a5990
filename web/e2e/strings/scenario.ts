import type { Page, Route } from "@playwright/test";
import { expect } from "../test";
import { unreached } from "./unreached";

/** A way through the screens: what is done, and what the contract says is to be read then. */
export interface Scenario {
  name: string;
  steps: Step[];
}

export interface Step {
  act: (page: Page) => Promise<unknown>;
  /** Each to the letter, in an element of its own. */
  shows: string[];
}

/**
 * Fails unless each text is all that an element says, or a field that is empty, or the name of what has no words, or where
 * a link leads; "title / words" is a toast's. None of the texts that are said to be on no screen may be there.
 */
export async function expectTexts(page: Page, texts: string[]) {
  let shown = new Set<string>();
  const missing = async () => {
    shown = new Set(await textsOf(page));
    return texts.filter((text) => !shown.has(text));
  };
  await expect.poll(missing, { message: "not shown" }).toEqual([]);
  expect(unreached.filter(({ text }) => shown.has(text))).toEqual([]);
}

/** What each element on the page says, by itself; ornament that is kept from screen readers is no part of it. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [document.title];
    const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
    const isOrnament = (node: Node) => node instanceof Element && node.ariaHidden === "true";
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || !node.checkVisibility()) return "";
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

/** Has the site take itself for one of development, to which things are synced. */
export const asDevelopment = (page: Page) =>
  answer(page, "GET", "**/api/sync", {
    json: {
      ...{ development: true, configured: true, unready: "", webhook: false, commandFlags: "" },
      ...{ progress: { phase: "", done: 0, total: 0 }, runs: [] },
    },
  });

/** Answers a call instead of the server. */
export function answer(page: Page, method: string, address: string | RegExp, given: Parameters<Route["fulfill"]>[0]) {
  return page.route(address, (route) =>
    route.request().method() === method ? route.fulfill(given) : route.fallback(),
  );
}

/** Refuses a call with this sentence; without one, as a proxy would that says nothing. */
export const refuse = (page: Page, method: string, address: string | RegExp, message = "") =>
  answer(
    page,
    method,
    address,
    message ? { status: 503, json: { error: message, message, code: "x" } } : { status: 502 },
  );

/** Keeps a call waiting for as long as the page is open. */
export const stall = (page: Page, method: string, address: string | RegExp) =>
  page.route(address, (route) =>
    route.request().method() === method ? new Promise(() => undefined) : route.fallback(),
  );

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
