import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { components } from "../src/api/schema.gen";

type Schemas = components["schemas"];
export type Product = Schemas["Product"];
export type Catalog = Schemas["Catalog"];

/** The catalogue under test, read from the API: the screens are compared with it, not with fixed values. */
export class Directory {
  constructor(private readonly request: APIRequestContext) {}

  private async read<T>(address: string): Promise<T> {
    const response = await this.request.get(address);
    expect(response.status(), address).toBe(200);
    return (await response.json()) as T;
  }

  site = () => this.read<Schemas["Site"]>("/api/site");
  overview = () => this.read<Schemas["CategoryOverview"]>("/api/category-overview");
  catalog = (query = "") => this.read<Catalog>(`/api/catalog${query}`);
  products = (query = "") => this.read<Product[]>(`/api/products${query}`);
  product = (id: string | number) => this.read<Product>(`/api/products/${id}`);
  /** Returns the products of a section that home lists below its rows. */
  async listed(section: string): Promise<Product[]> {
    const { rows } = await this.read<Schemas["HomeRows"]>("/api/home-rows");
    const inRows = rows.flatMap(({ tools }) => tools.map(({ slug }) => slug));
    const all = await this.products(`?section=${encodeURIComponent(section)}`);
    return all.filter(({ slug }) => !inRows.includes(slug));
  }

  similar = (id: string | number) => this.read<Product[]>(`/api/products/${id}/similar`);

  /** Returns the first product that fits. Fails without one, as the test needs it. */
  async productWith(description: string, fits: (product: Product) => boolean): Promise<Product> {
    const found = (await this.products()).find(fits);
    if (!found) throw new Error(`the catalogue has no product ${description}`);
    return found;
  }
}

/** Returns the headings of the cards inside, in their order. */
export const cardNames = (within: Page | Locator) => within.getByRole("heading", { level: 3 });

export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Expects these names on the first cards; there may be more after scrolling. */
export async function expectFirstNames(within: Page | Locator, names: string[]) {
  await expect.poll(async () => (await cardNames(within).allTextContents()).slice(0, names.length)).toEqual(names);
}

/** Expects exactly the cards of the response, section by section. */
export async function expectListing(page: Page, { sections }: Catalog) {
  for (const { section: name, products } of sections) {
    await expectFirstNames(
      section(page, name),
      products.map((product) => product.name),
    );
  }
  for (const name of ["Our Products", "Recommended AI Products"]) {
    const isThere = sections.some((found) => found.section === name);
    await expect(section(page, name)).toHaveCount(isThere ? 1 : 0);
  }
}

/**
 * Waits until the page is hydrated and handles clicks and keys. There is no visible sign of it: Preact's tree (`__k`)
 * exists, and the page has taken over scroll restoration, which happens at the same time.
 */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && "__k" in root && history.scrollRestoration === "manual";
  });
}

/** Waits for two frames: observers of scrolling and sizes have run by then. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));

/**
 * Waits until the server has rendered the page. A busy server sends the first visitors a document that their browser
 * renders; the tests check the page that all others get.
 */
export async function rendered(page: Page, path: string) {
  await expect(async () => {
    const response = await page.request.get(path);
    expect(await response.text()).toContain('<div id="root"><');
  }).toPass();
}

/**
 * Opens one of our pages and waits until it is interactive. Opening the address that is shown already would be a reload,
 * where a list keeps its length; so it begins at an empty page.
 */
export async function open(page: Page, path: string) {
  await rendered(page, path);
  if (page.url().endsWith(path)) await page.goto("about:blank");
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Opens one of our pages in a browser without scripts. */
export async function openWithoutScripts(page: Page, path: string) {
  await rendered(page, path);
  return page.goto(path);
}

/** Follows a link in a browser without scripts. */
export async function follow(page: Page, link: Locator) {
  await rendered(page, (await link.getAttribute("href")) ?? "");
  await link.click();
}

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Scrolls to an element. Playwright's own call fails at once if the page replaces the element in that moment. */
export const bringIntoView = (element: Locator) => expect(() => element.scrollIntoViewIfNeeded()).toPass();
