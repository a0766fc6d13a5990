import type { Locator, Page } from "@playwright/test";
import { productKind } from "../src/public/directory/titles";
import { bringIntoView, cardNames, type Directory, open, type Product, section } from "./directory";
import { atBothWidths, ensureOpen, tooHigh, tooWide, violations } from "./looks";
import { type Row, testOn } from "./own-site";
import { expect } from "./test";

/** Texts that try to run code, break out of markup, mislead the user or break the layout. */
const texts = {
  markup: `</script><script>alert(1)</script><img src=x onerror=alert(1)><!--<svg onload=alert(1)>`,
  quotes: `"'\`><b onmouseover="alert(1)">{{7*7}} \${7*7} &lt;b&gt; &amp;quot; \\u003cb\\u003e`,
  address: "javascript:alert(1)//data:text/html,<script>alert(1)</script>",
  direction: "\u202Egnp.exe\u202C \u2066\u05E9\u05DC\u05D5\u05DD\u2069 \u0645\u0631\u062D\u0628\u0627 \u200F!",
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏿 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘ 𝕱𝖆𝖓𝖈𝖞 ﷽",
  long: "W".repeat(5000),
  sentence: "An ordinary name that never learned where it should have come to an end",
  separators: "a\u2028b\u2029c\u00A0d\u200Be\uFEFFf",
};

/** The longest URLs that are allowed, with markup, quotes and another scheme in them. */
const addresses = (kind: string, name: string) =>
  `https://hostile.example/${kind}/"onmouseover="alert(1)/</script><script>alert(1)</script>/javascript:alert(1)/${name}?'`;

/** Returns a tool with the text in every field, up to the field's limit. */
function hostile(kind: string, text: string): Row {
  const inOneLine = text.replaceAll(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, " "); // otherwise it is rejected
  const cut = (length: number) => [...inOneLine].slice(0, length).join("").trim();
  return {
    name: cut(200),
    slug: `hostile-${kind}`,
    website: `${addresses(kind, "website")}${"w".repeat(1800)}`,
    description: text,
    useCases: `${text}\n\n- ${text}`,
    categories: [cut(100), `${kind} ${cut(80)}`],
    tags: [cut(100)],
    type: "Freemium",
    section: kind.length % 2 ? "Our Products" : "Recommended AI Products",
    logo: addresses(kind, "logo"),
    logoColor: "", // as in an export of our own, whose texts are taken as they are
    images: [addresses(kind, "image"), `https://hostile.example/${"i".repeat(2000)}`],
    videoUrl: `${addresses(kind, "video")}${"v".repeat(1800)}`,
    isFeatured: true,
    hasLandingPage: true,
    hasDeal: true,
    promoText: cut(500),
  };
}

const rows = Object.entries(texts).map(([kind, text]) => hostile(kind, text));

/** The longest site name that is allowed. */
const siteName = "The <b>House</b> of Tools that Never Learned to End its Name";

const test = testOn(rows, [], async () => ({ VITRINE_SITE_NAME: siteName }));

/** The products as the catalogue has stored the texts: normalized and trimmed. */
const products = async (directory: Directory) => {
  const found = await directory.products();
  expect(found.map(({ slug }) => slug).toSorted()).toEqual(rows.map(({ slug }) => slug).toSorted());
  return found;
};

test.beforeEach(async ({ page, allow }) => {
  await allow.host("hostile.example"); // its images do not exist
  allow.warning(/Image did not load/);
  page.on("dialog", () => {
    throw new Error("a text ran as a script");
  });
});

/** Expects that the texts have no effect: no injected element, no overflow to the side, none of a box. */
async function expectCalm(page: Page) {
  const strange = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          name.startsWith("on") || (["href", "src", "action"].includes(name) && /^\s*(javascript|data):/i.test(value)),
      ),
    );
    const elements = document.querySelectorAll("img[src=x], b, svg[onload], script:not([src]):not([type$=json])");
    return [...attributes.map(({ name, value }) => `${name}=${value}`), ...[...elements].map((e) => e.outerHTML)];
  });
  expect(strange).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await tooHigh(page)).toEqual([]);
}

test("home shows hostile tools as text, each in its card", async ({ page, directory }) => {
  await open(page, "/");
  const tools = await products(directory);
  await atBothWidths(page, async () => {
    for (const { name, section: where, website } of tools) {
      const card = section(page, where)
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });
      await bringIntoView(card);
      await expect(card.getByText("Featured", { exact: true })).toBeVisible();
      const visit = card.getByRole("link", { name: `Visit ${name}`, exact: true });
      await expect(visit).toBeInViewport({ ratio: 1 });
      await expect(visit).toHaveAttribute("href", website);
    }
    await expectCalm(page);
    const search = page.getByRole("navigation", { name: "Main" }).getByRole("search");
    expect(await width(search), "the search beside the site's name").toBeGreaterThanOrEqual(160);
    await expect(search).toBeInViewport({ ratio: 1 });
    expect(await violations(page)).toEqual([]);
  });
});

test("the page of a tool with hostile text is readable like any other", async ({ page, directory }) => {
  for (const kind of Object.keys(texts)) {
    const product = await directory.product(`hostile-${kind}`);
    expect((await open(page, `/products/${product.slug}`))?.status()).toBe(200);
    const what = productKind(product.categories);
    await expect(page).toHaveTitle(
      `${product.name}: ${what} – ${(await directory.site()).name}`.replaceAll(/\s+/g, " "),
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.name);
    await expect(page.getByRole("region", { name: "About" })).toContainText(product.description);
    await expect(page.getByRole("region", { name: "Use Cases" }).getByRole("listitem")).toHaveCount(
      lines(product.useCases),
    );
    await expect(page.getByRole("region", { name: "Screenshots" }).getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("complementary", { name: "Promotion" })).toContainText(product.promoText);
    const visit = page.getByRole("link", { name: `Visit ${product.name}` }).first();
    await expectStructured(page, product);
    await atBothWidths(page, async () => {
      await bringIntoView(visit);
      await expect(visit).toBeInViewport({ ratio: 1 });
      await expectNameFits(page);
      await expectCalm(page);
    });
    expect(await violations(page)).toEqual([]);
  }
});

const lines = (text: string) => text.split("\n").filter((line) => line !== "").length;

const width = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().width);

/** Expects that the name has a readable column, whatever is next to it, including the button with the same name. */
async function expectNameFits(page: Page) {
  const name = page.getByRole("heading", { level: 1 });
  expect(await width(name)).toBeGreaterThan(0.4 * (await width(page.locator("header", { has: name }))));
}

/** Expects valid JSON for search engines, with the name unchanged. */
async function expectStructured(page: Page, { name }: Product) {
  const blocks = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(blocks.length).toBeGreaterThan(0);
  expect(JSON.stringify(blocks.map((block) => JSON.parse(block)))).toContain(JSON.stringify(name));
}

test("a hostile category can be chosen, and is shown as text in the menus too", async ({ page, directory }) => {
  const { categories } = await directory.site();
  for (const kind of Object.keys(texts)) {
    const {
      categories: [name],
    } = await directory.product(`hostile-${kind}`);
    const slug = categories.find((category) => category.name === name)?.slug;
    expect((await open(page, `/category/${slug}`))?.status(), name).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} AI tools`);
    await atBothWidths(page, async () => {
      await expect(cardNames(page).first()).toBeVisible();
      await expectCalm(page);
    });
  }
  await open(page, "/");
  await atBothWidths(page, async () => {
    for (const [button, menu] of [
      ["nav[aria-label=Main] summary", "nav[aria-label=Main] details"],
      [".category-filter :is(summary, .chip-icon)", ".category-filter :is(details, dialog)"], // on a phone a sheet
    ]) {
      await ensureOpen(page, {
        open: (page) => page.locator(`${button}:visible`).first().click(),
        opened: (page) => page.locator(`${menu}[open]`),
      });
      await expectCalm(page);
      await page.keyboard.press("Escape"); // otherwise it covers the other one
    }
  });
});

test("a hostile search and video stay text, or in their frame", async ({ page, directory }) => {
  await test.step("a hostile search is shown as text", async () => {
    for (const [kind, text] of Object.entries(texts)) {
      const search = [...text].slice(0, 200).join("").trim();
      await open(page, `/?search=${encodeURIComponent(search)}`);
      await expect(page.getByRole("searchbox", { name: "Search AI tools" })).toHaveValue(search);
      await expect(page.getByRole("heading", { level: 1 }), kind).toContainText(`“${search}”`);
      await expectCalm(page);
    }
  });
  await test.step("a hostile video is a link until it is played, and then only an iframe", async () => {
    const { slug, videoUrl } = await directory.product("hostile-markup");
    await open(page, `/products/${slug}`);
    const play = page.getByRole("link", { name: /Play video/ });
    await expect(play).toHaveAttribute("href", videoUrl);
    await play.click();
    const player = page.getByTitle(/video demo$/);
    await expect(player).toHaveAttribute("sandbox", /allow-scripts/);
    await expect(player.contentFrame().getByText("This is hostile.example.")).toBeVisible();
    await expectCalm(page);
  });
});
