import { type Directory, open } from "./directory";
import { ensureOpen, expectTidy, type Opening } from "./looks";
import { publicPages } from "./public-pages";
import { openStill } from "./stillness";
import { expect, test } from "./test";

interface Screen {
  name: string;
  path: (directory: Directory) => Promise<string>;
  status?: number;
  /** What to open before the checks. Layout shifts are checked without it. */
  opening?: Opening;
}

const at = (path: string) => () => Promise.resolve(path);

const productWith =
  (description: string, fits: Parameters<Directory["productWith"]>[1]) => async (directory: Directory) =>
    `/products/${(await directory.productWith(description, fits)).slug}`;

const screens: Screen[] = [
  ...publicPages,
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
  {
    name: "the generator, filled in",
    path: at("/veo3-generator"),
    opening: {
      open: (page) => page.getByRole("button", { name: /^Rooftop chase/ }).click(),
      opened: (page) =>
        page.getByRole("region", { name: "JSON", exact: true }).getByText('"anime"').locator("visible=true"),
    },
  },
  {
    name: "the generator with a list open",
    path: at("/veo3-generator"),
    opening: {
      open: (page) => page.getByRole("combobox", { name: "Camera Motion" }).click(),
      opened: (page) => page.getByRole("listbox"),
    },
  },
  {
    name: "the generator with JSON that cannot be loaded",
    path: at("/veo3-generator"),
    opening: {
      open: async (page) => {
        await page.getByRole("button", { name: "Load JSON" }).click();
        await page.getByRole("button", { name: "Load", exact: true }).click();
      },
      opened: (page) => page.getByText("Nothing to load").locator("visible=true"),
    },
  },
  { name: "an unknown category", path: at("/category/nowhere"), status: 404 },
  { name: "an unknown tool", path: at("/products/no-such-tool"), status: 404 },
  { name: "an unknown path", path: at("/nope"), status: 404 },
  {
    name: "the open menu",
    path: at("/"),
    opening: {
      open: (page) => page.getByRole("navigation", { name: "Main" }).locator("summary:visible").first().click(),
      opened: (page) => page.getByRole("navigation", { name: "Main" }).locator("[open] > summary:visible"),
    },
  },
  {
    name: "the open order",
    path: at("/"),
    opening: {
      open: (page) => page.locator("summary", { hasText: "Sort:" }).click(),
      opened: (page) => page.locator("[open] > summary", { hasText: "Sort:" }),
    },
  },
  {
    name: "the notifications",
    path: at("/"),
    opening: {
      open: (page) => page.keyboard.press("F8"),
      opened: (page) => page.getByRole("region", { name: /notifications/i }),
    },
  },
];

for (const { name, path, status = 200, opening } of screens) {
  test(`${name}: axe finds nothing, nothing scrolls sideways, the layout does not shift`, async ({
    page,
    directory,
    allow,
  }) => {
    if (status !== 200) allow.status(status);
    const response = await (opening ? open : openStill)(page, await path(directory));
    expect(response?.status()).toBe(status);
    await page.evaluate(() => document.fonts.ready);
    await expectTidy(page, opening && (() => ensureOpen(page, opening)));
  });
}
