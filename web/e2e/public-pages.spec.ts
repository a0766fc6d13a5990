import type { Directory } from "./directory";
import { ensureOpen, expectFocusSeen, expectTidy, type Opening } from "./looks";
import { folderOf, publicPages } from "./public-pages";
import { openStill } from "./stillness";
import { expect, test } from "./test";

/** A screen, and the addresses that show it in its states. */
interface PublicPage {
  name: string;
  paths: (directory: Directory) => Promise<string[]>;
  status?: number;
  /** What can be opened on it, one after the other, each looked at too. */
  openings?: Record<string, Opening>;
}

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

const legal = publicPages.filter(({ name }) => folderOf(name) === "legal");

const pages: PublicPage[] = [
  ...publicPages
    .filter((page) => !legal.includes(page))
    .map(({ name, path }) => ({
      name,
      paths: async (directory: Directory) => [await path(directory)],
      openings: openings[name],
    })),
  { name: "the legal pages", paths: (directory) => Promise.all(legal.map(({ path }) => path(directory))) },
  {
    name: "home, filtered and paged",
    paths: async (directory) => [
      "/?pricing=Freemium&sort=name",
      "/?featured=true&deal=true",
      `/?section=Recommended%20AI%20Products&cursor=${(await directory.catalog()).sections.at(-1)?.next}`,
    ],
  },
  { name: "a search with and without results", paths: async () => ["/?search=video", "/?search=qzxwvkjhgf"] },
  { name: "a broken place in the list", paths: async () => ["/?section=Our%20Products&cursor=%21"], status: 400 },
  {
    name: "a tool with a logo and one on offer",
    paths: async (directory) => {
      const withLogo = await directory.productWith("with a logo", ({ logo }) => logo !== "");
      const onOffer = await directory.productWith("with an offer", ({ promoText }) => promoText !== "");
      return [withLogo, onOffer].map(({ slug }) => `/products/${slug}`);
    },
  },
  {
    name: "what there is not",
    paths: async () => ["/category/nowhere", "/products/no-such-tool", "/nope"],
    status: 404,
  },
];

test.describe.configure({ mode: "parallel" }); // no visit changes anything

for (const { name, paths, status = 200, openings = {} } of pages) {
  const tag = `@${name === "the legal pages" ? "legal" : folderOf(name)}`;
  test(`${name}: still, readable for everyone, shows the focus, fits`, { tag }, async ({ page, directory, allow }) => {
    if (status !== 200) allow.status(status);
    for (const path of await paths(directory)) {
      await test.step(path, async () => {
        const response = await openStill(page, path);
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
  });
}
