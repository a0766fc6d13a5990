import type { Page, Route } from "@playwright/test";
import { expect } from "../test";

/** A way through the screens: what is done, and what the contract says is to be read then. */
export interface Walk {
  name: string;
  steps: Step[];
}

export interface Step {
  act: (page: Page) => Promise<unknown>;
  /** Each to the letter. */
  says: string[];
}

/** Fails unless each text can be read on the page, in a field that is empty, or on what has no words but a name. */
export async function expectTexts(page: Page, texts: string[]) {
  let said = "";
  const missing = async () => {
    said = await textOf(page);
    return texts.filter((text) => !said.includes(text));
  };
  await expect.poll(missing, { message: "not to be read" }).toEqual([]);
}

/** All that the page says now. */
function textOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const words = (name: string) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name));
    const spoken = [...words("placeholder"), ...words("aria-label"), ...words("title"), ...words("alt")];
    return [document.title, document.body.innerText, ...spoken].join("\n");
  });
}

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
