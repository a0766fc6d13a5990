import type { Page } from "@playwright/test";
import { open } from "./directory";
import { expectTidy } from "./looks";
import { expect, test } from "./test";

/** Returns the page's alternate links by their types. */
async function alternates(page: Page): Promise<Record<string, string[]>> {
  const links = await page.locator("head link[rel=alternate]").all();
  const found: Record<string, string[]> = {};
  for (const link of links) {
    const type = (await link.getAttribute("type")) ?? "";
    found[type] = [...(found[type] ?? []), (await link.getAttribute("href")) ?? ""];
    await expect(link).toHaveAttribute("title", /./);
  }
  return found;
}

const [atom, jsonFeed, markdown] = ["application/atom+xml", "application/feed+json", "text/markdown"] as const;

interface Entry {
  title: string;
  link: string;
}

/** Returns the entries of an Atom feed, parsed with the browser's strict XML parser. */
async function atomEntries(page: Page, address: string): Promise<Entry[]> {
  const response = await page.request.get(address);
  expect(response.headers()["content-type"]).toMatch(/^application\/atom\+xml/);
  return page.evaluate(
    (text) => {
      const feed = new DOMParser().parseFromString(text, "application/xml");
      if (feed.querySelector("parsererror")) throw new Error(feed.documentElement.textContent ?? "");
      return [...feed.querySelectorAll("entry")].map((entry) => ({
        title: entry.querySelector("title")?.textContent ?? "",
        link: entry.querySelector("link[rel=alternate]")?.getAttribute("href") ?? "",
      }));
    },
    await response.text(),
  );
}

async function jsonEntries(page: Page, address: string): Promise<Entry[]> {
  const response = await page.request.get(address);
  expect(response.headers()["content-type"]).toMatch(/^application\/feed\+json/);
  const { version, items } = await response.json();
  expect(version).toBe("https://jsonfeed.org/version/1.1");
  return items.map(({ title, url }: { title: string; url: string }) => ({ title, link: url }));
}

test("feeds, Markdown versions and llms.txt are linked and say what the pages say", async ({
  page,
  directory,
  baseURL,
}) => {
  await test.step("home links its feeds, and both contain the newest tools", async () => {
    await open(page, "/");
    const found = await alternates(page);
    expect(found).toEqual({ [atom]: [`${baseURL}/feed.xml`], [jsonFeed]: [`${baseURL}/feed.json`] });
    const newest = (await directory.products("?sort=latest&limit=50")).map(({ name, slug }) => ({
      title: name,
      link: `${baseURL}/products/${slug}`,
    }));
    expect(newest.length).toBeGreaterThan(10);
    expect(await atomEntries(page, `${baseURL}/feed.xml`)).toEqual(newest);
    expect(await jsonEntries(page, `${baseURL}/feed.json`)).toEqual(newest);
  });
  await test.step("a category links its own feeds before those of the site", async () => {
    const [category] = (await directory.site()).categories;
    const folder = `${baseURL}/category/${category?.slug}`;
    await open(page, `/category/${category?.slug}`);
    const found = await alternates(page);
    expect(found[atom]).toEqual([`${folder}/feed.xml`, `${baseURL}/feed.xml`]);
    expect(found[jsonFeed]).toEqual([`${folder}/feed.json`, `${baseURL}/feed.json`]);
    const names = (await directory.products(`?category=${category?.slug}&sort=latest&limit=50`)).map(
      ({ name }) => name,
    );
    for (const entries of [
      await atomEntries(page, `${folder}/feed.xml`),
      await jsonEntries(page, `${folder}/feed.json`),
    ])
      expect(entries.map(({ title }) => title)).toEqual(names);
  });
  await test.step("a tool's page links its Markdown version, which has the same content", async () => {
    const product = await directory.productWith("with use cases", ({ useCases }) => useCases !== "");
    await open(page, `/products/${product.slug}`);
    const found = await alternates(page);
    expect(found[markdown]).toEqual([`${baseURL}/products/${product.slug}.md`]);
    expect(found[atom]).toEqual([`${baseURL}/feed.xml`]);
    const response = await page.request.get(`/products/${product.slug}.md`);
    expect(response.headers()["content-type"]).toMatch(/^text\/markdown/);
    expect(response.headers().link).toBe(`<${baseURL}/products/${product.slug}>; rel="canonical"`);
    const text = await response.text();
    expect(text).toMatch(/^# /);
    expect(text.replaceAll("\\", "")).toContain(product.name);
    expect(text).toContain("## Use Cases");
  });
  await test.step("llms.txt links to the tools' Markdown versions, categories and feeds, and all links work", async () => {
    const response = await page.request.get("/llms.txt");
    expect(response.headers()["content-type"]).toMatch(/^text\/(plain|markdown)/);
    const text = await response.text();
    const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, address]) => address ?? "");
    expect(links.filter((address) => !address.startsWith(`${baseURL}/`))).toEqual([]);
    expect(links.some((address) => address.endsWith(".md"))).toBe(true);
    expect(links).toContain(`${baseURL}/feed.xml`);
    for (const address of links) expect((await page.request.get(address)).status(), address).toBe(200);
  });
});

test("the page about the API, the licences and a tool's badge are reached and work", async ({
  page,
  baseURL,
  directory,
}) => {
  await test.step("the footer links the page about the API, whose examples work", async () => {
    await open(page, "/submit"); // home's list would grow before the click, and move the footer
    await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
    // The test's site has sent no issue of the newsletter, and has no collection.
    const examples = (await page.locator("pre").allInnerTexts()).map((text) => /^curl '(.+)'$/.exec(text)?.[1] ?? text);
    expect(examples.length).toBeGreaterThan(10);
    for (const example of examples.filter((address) => !/\/(issues|collections)\/./.test(address))) {
      const response = await page.request.get(example);
      expect(response.status(), example).toBe(200);
      expect(response.headers()["content-type"], example).toBe("application/json");
    }
    expect((await page.request.get(`${baseURL}/api`)).status()).toBe(404); // no browser
    for (const link of await page.locator(".legal-contents a").all())
      await expect(page.locator((await link.getAttribute("href")) ?? "")).toBeVisible();
    await expectTidy(page);
  });
  await test.step("the page about the API links the licences of others, with the text of each", async () => {
    await page.goto("/api");
    await page.getByRole("link", { name: "licences" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Licences" })).toBeVisible();
    for (const project of ["Go", "preact", "modernc.org/sqlite"]) {
      const link = page.getByRole("cell", { name: project, exact: true }).getByRole("link");
      const text = page.locator(`${await link.getAttribute("href")} + pre`);
      await expect(text, project).toContainText("Copyright");
    }
    await expectTidy(page);
  });
  await test.step("a tool's page offers its badge in two themes, with the HTML to copy", async () => {
    const { slug } = await directory.productWith("any", () => true);
    await open(page, `/products/${slug}`);
    await page.getByText("Your tool? Show that it's listed here").click();
    for (const theme of ["dark", "light"]) {
      const address = `/badge/${slug}.svg?theme=${theme}`;
      const image = page.locator(`img[src="${address}"]`);
      await expect(image).toHaveAttribute("width", /^\d+$/); // it is loaded
      await expect(page.locator("pre").filter({ hasText: `${baseURL}${address}` })).toContainText(
        `<a href="${baseURL}/products/${slug}"><img src="${baseURL}${address}" alt="Listed on Vitrine" width="${await image.getAttribute("width")}" height="40"></a>`,
      );
    }
    await page.getByRole("button", { name: "Copy HTML of the dark badge" }).click();
    await expect(page.getByText("HTML copied to clipboard", { exact: true })).toBeVisible();
    await expectTidy(page);
  });
});
