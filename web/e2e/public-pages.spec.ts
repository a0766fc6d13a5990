import type { Directory } from "./directory";
import { ensureOpen, expectFocusSeen, expectTidy, type Opening } from "./looks";
import { folderOf, publicPages } from "./public-pages";
import { openStill } from "./stillness";
import { expect, test } from "./test";

interface PublicPage {
  name: string;
  path: (directory: Directory) => Promise<string>;
  status?: number;
  /** What can be opened on it, one after the other, each looked at too. */
  openings?: Record<string, Opening>;
}

const at = (path: string) => () => Promise.resolve(path);

const productWith =
  (description: string, fits: Parameters<Directory["productWith"]>[1]) => async (directory: Directory) =>
    `/products/${(await directory.productWith(description, fits)).slug}`;

/** What opens on pages that are in the server's table, by their names there. */
const openings: Record<string, Record<string, Opening>> = {
  "/": {
    "the menu": {
      open: (page) => page.getByRole("navigation", { name: "Main" }).locator("summary:visible").first().click(),
      opened: (page) => page.getByRole("navigation", { name: "Main" }).locator("[open] > summary:visible"),
    },
    "the order": {
      open: (page) => page.locator("summary", { hasText: "Sort:" }).click(),
      opened: (page) => page.locator("[open] > summary", { hasText: "Sort:" }),
    },
    "the notifications": {
      open: (page) => page.keyboard.press("F8"),
      opened: (page) => page.getByRole("region", { name: /notifications/i }),
    },
  },
  "/veo3-generator": {
    "a preset": {
      open: (page) => page.getByRole("button", { name: /^Rooftop chase/ }).click(),
      opened: (page) =>
        page.getByRole("region", { name: "JSON", exact: true }).getByText('"anime"').locator("visible=true"),
    },
    "a list": {
      open: (page) => page.getByRole("combobox", { name: "Camera Motion" }).click(),
      opened: (page) => page.getByRole("listbox"),
    },
    "JSON that cannot be loaded": {
      open: async (page) => {
        await page.getByRole("button", { name: "Load JSON" }).click();
        await page.getByRole("button", { name: "Load", exact: true }).click();
      },
      opened: (page) => page.getByText("Nothing to load").locator("visible=true"),
    },
  },
};

const pages: PublicPage[] = [
  ...publicPages.map((page) => ({ ...page, openings: openings[page.name] })),
  { name: "home, filtered and ordered", path: at("/?pricing=Freemium&sort=name") },
  { name: "home, only featured deals", path: at("/?featured=true&deal=true") },
  { name: "a search", path: at("/?search=video") },
  { name: "a search without a result", path: at("/?search=qzxwvkjhgf") },
  {
    name: "a further page",
    path: async (directory) =>
      `/?section=Recommended%20AI%20Products&cursor=${(await directory.catalog()).sections.at(-1)?.next}`,
  },
  { name: "a broken place in the list", path: at("/?section=Our%20Products&cursor=%21"), status: 400 },
  { name: "a tool with a logo", path: productWith("with a logo", ({ logo }) => logo !== "") },
  { name: "a tool on offer", path: productWith("with an offer", ({ promoText }) => promoText !== "") },
  { name: "an unknown category", path: at("/category/nowhere"), status: 404 },
  { name: "an unknown tool", path: at("/products/no-such-tool"), status: 404 },
  { name: "an unknown path", path: at("/nope"), status: 404 },
];

test.describe.configure({ mode: "parallel" }); // no visit changes anything

for (const { name, path, status = 200, openings = {} } of pages) {
  test(`${name} is still, shows the focus, is readable for everyone and fits`, {
    tag: `@${folderOf(name)}`,
  }, async ({ page, directory, allow }) => {
    if (status !== 200) allow.status(status);
    const response = await openStill(page, await path(directory));
    expect(response?.status()).toBe(status);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectTidy(page);
    for (const [what, opening] of Object.entries(openings)) {
      await test.step(`with ${what} open`, () => expectTidy(page, () => ensureOpen(page, opening)));
      await page.keyboard.press("Escape");
    }
    await expectFocusSeen(page);
  });
}
