import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Row } from "./own-site";
import { expect } from "./test";

const kinds = ["Free", "Freemium", "Premium"] as const;

const tool = (at: number): Row => ({
  name: `Instrument ${String(at).padStart(4, "0")}`,
  website: `https://instrument-${at}.example/start`,
  description: `Plays part ${at} of the piece, in any key, by day and by night, alone or with others.`,
  categories: at % 2 ? ["Strings"] : ["Brass", "Winds"],
  type: kinds[at % 3],
  section: at % 10 === 0 ? "Our Products" : "Recommended AI Products",
  displayOrder: at,
});
/** Returns this many products, in order. */
export const rows = (count: number) => Array.from({ length: count }, (_, index) => tool(index + 1));

export const heading = (page: Page) => page.getByRole("heading", { level: 2, name: /^Products \(/ });
export const list = (page: Page) => page.getByRole("list", { name: "Products" });
export const row = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
export const handle = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });

/** Returns the names of the first products in the list on screen. */
const shownNames = (page: Page) => list(page).getByRole("heading", { level: 3 }).allTextContents();

/** Returns the names of all products in the order that visitors get. */
export async function serverNames(request: APIRequestContext): Promise<string[]> {
  const products: { name: string }[] = await (await request.get("/api/products")).json();
  return products.map(({ name }) => name);
}

export async function expectFirst(page: Page, names: string[]) {
  await expect.poll(async () => (await shownNames(page)).slice(0, names.length)).toEqual(names);
}

/** Opens the dashboard and returns the names in the server's order. */
export async function open(page: Page, query = ""): Promise<string[]> {
  await page.goto(`/admin${query}`);
  await expect(heading(page)).toBeVisible();
  return serverNames(page.request);
}

/** Finds a screen reader announcement. */
export const statusWith = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Drags a row by its handle over another one, without dropping it. */
export async function drag(page: Page, from: Locator, over: Locator) {
  await from.evaluate((element) => element.scrollIntoView({ block: "center" })); // near an edge the page would scroll
  await from.hover(); // which waits until nothing moves any more
  const start = await from.boundingBox();
  const end = await over.boundingBox();
  if (!start || !end) throw new Error("nothing to take, or nowhere to go");
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 4 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 12 });
}
