import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { components } from "../src/api/schema.gen";

type Schemas = components["schemas"];
export type Product = Schemas["Product"];
export type Catalog = Schemas["Catalog"];

/** What the API says of the catalogue under test: the screens are compared with it, and not with what we remember. */
export class Directory {
  constructor(private readonly request: APIRequestContext) {}

  private async read<T>(address: string): Promise<T> {
    const response = await this.request.get(address);
    expect(response.status(), address).toBe(200);
    return (await response.json()) as T;
  }

  site = () => this.read<Schemas["Site"]>("/api/site");
  catalog = (query = "") => this.read<Catalog>(`/api/catalog${query}`);
  products = (query = "") => this.read<Product[]>(`/api/products${query}`);
  product = (id: string | number) => this.read<Product>(`/api/products/${id}`);
  similar = (id: string | number) => this.read<Product[]>(`/api/products/${id}/similar`);

  /** The first product that fits; a catalogue without one cannot show what the test is about. */
  async productWith(description: string, fits: (product: Product) => boolean): Promise<Product> {
    const found = (await this.products()).find(fits);
    if (!found) throw new Error(`the catalogue has no product ${description}`);
    return found;
  }
}

/** The names on the cards inside, in the order in which they stand. */
export const cardNames = (within: Page | Locator) => within.getByRole("heading", { level: 3 });

export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The first names on the cards are these; more may have come by scrolling. */
export async function expectFirstNames(within: Page | Locator, names: string[]) {
  await expect.poll(async () => (await cardNames(within).allTextContents()).slice(0, names.length)).toEqual(names);
}

/** The cards are exactly those of the answer, section by section. */
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
 * Waits until the scripts have taken the page over and listen for clicks and keys, which they do without any sign of their
 * own: Preact's tree (`__k`) is there, and that the page now minds its scroll position itself is done along with the rest.
 */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && "__k" in root && history.scrollRestoration === "manual";
  });
}

/** Waits until the page has been drawn twice: observers of scrolling and sizes have run by then. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));

/**
 * Waits until the server has the page rendered. A busy server sends the first visitors a document that their browser
 * renders; what the tests look at is the page that all others get.
 */
export async function rendered(page: Page, path: string) {
  await expect(async () => {
    const response = await page.request.get(path);
    expect(await response.text()).toContain('<div id="root"><');
  }).toPass();
}

/** Opens a page of ours and waits until it answers to hands. */
export async function open(page: Page, path: string) {
  await rendered(page, path);
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Goes where a link leads, in a browser without scripts. */
export async function follow(page: Page, link: Locator) {
  await rendered(page, (await link.getAttribute("href")) ?? "");
  await link.click();
}
