import type { Locator, Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { ensureOpen, expectPressable, expectTidy, type Opening, violations } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";
import { phone } from "./widths";

const long = "Counterpoint ".repeat(7).trim();

const test = signedInTo([
  tool("Viola", { description: "Plays the middle voice, warmly.", categories: ["Strings"] }),
  tool("Cello", { description: "Plays the bass, warmly.", categories: ["Strings", "Bass"] }),
  tool(long, { website: "https://long.example/", description: long, categories: [long] }),
]);

/** Returns a product from the server. */
async function productOf(page: Page, slug: string) {
  return (await page.request.get(`/api/products/${slug}`)).json();
}

/** Changes a product through the API, as the screens do. */
async function change(page: Page, slug: string, fields: object) {
  const product = await productOf(page, slug);
  const response = await page.request.put(`/api/products/${product.id}`, {
    data: { ...product, ...fields },
  });
  expect(response.status()).toBe(200);
}

interface Screen {
  name: string;
  paths: string[];
  status?: number;
  /** What can be opened on the first of them, one after the other, each looked at too. */
  openings?: Opening[];
  /** The links and buttons to check, including those that open the other screens. */
  pressable?: (page: Page) => Locator[];
}

const screens: Record<string, Screen> = {
  "admin/login": { name: "the sign-in", paths: ["/admin/login"] },
  "admin/categories": {
    name: "the categories, one being renamed and one merged",
    paths: ["/admin/categories"],
    pressable: (page) => ["Edit Strings", "Merge Strings"].map((name) => page.getByRole("button", { name })),
    openings: [
      {
        open: (page) => page.getByRole("button", { name: "Edit Strings" }).click(),
        opened: (page) => page.getByRole("textbox", { name: "New name of Strings" }),
      },
      {
        open: async (page) => {
          await page.getByRole("button", { name: "Merge Strings" }).click();
          await page.getByLabel("Merge into").selectOption({ index: 1 });
        },
        opened: (page) => page.getByRole("dialog").getByText(/^\d+ tools? moves? to/),
      },
    ],
  },
  "admin/history": {
    name: "the history, a change, no change and the trash",
    paths: ["/admin/history?object=products", "/admin/history?action=nothing", "/admin/history?view=trash"],
    openings: [
      {
        open: (page) => page.locator("summary").first().click(),
        opened: (page) => page.getByRole("button", { name: "Restore this version after the change" }),
      },
    ],
  },
  "admin/people": {
    name: "the people, one being invited",
    paths: ["/admin/people"],
    pressable: (page) => [page.getByRole("button", { name: "Invite" })],
    openings: [
      {
        open: (page) => page.getByRole("button", { name: "Invite" }).click(),
        opened: (page) => page.getByRole("dialog", { name: "Invite somebody" }),
      },
    ],
  },
  "admin/account": {
    name: "the own account, with a new token and the image for an app",
    paths: ["/admin/account"],
    pressable: (page) => ["Turn on", "Create token"].map((name) => page.getByRole("button", { name })),
    openings: [
      {
        open: (page) => page.getByRole("button", { name: "Create token" }).click(),
        opened: (page) => page.getByRole("dialog", { name: "Create an API token" }),
      },
      {
        open: (page) => page.getByRole("button", { name: "Turn on" }).click(),
        opened: (page) => page.getByRole("img", { name: "QR code for your authenticator app" }),
      },
    ],
  },
  admin: { name: "no screen", paths: ["/admin/nothing"], status: 404 },
};

for (const [folder, { name, paths, status = 200, openings = [], pressable = () => [] }] of Object.entries(screens)) {
  test(`${name}: axe finds nothing, and nothing scrolls sideways`, { tag: `@${folder}` }, async ({ page, allow }) => {
    if (status !== 200) allow.status(status);
    await page.goto("/admin/login");
    await change(page, "viola", { description: `Plays the middle voice, ${Date.now()} times.` });
    for (const path of paths.toReversed()) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(status);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectTidy(page, () => expectPressable(...pressable(page)));
    }
    for (const opening of openings) {
      await expectTidy(page, () => ensureOpen(page, opening));
      await page.keyboard.press("Escape");
    }
  });
}

test("a product is restored to its state after an earlier change", async ({ page }) => {
  await page.goto("/admin/login");
  await change(page, "cello", { description: "Plays the bass, dryly." });
  await change(page, "cello", { description: "Plays nothing." });
  const { id } = await productOf(page, "cello");
  await page.goto(`/admin/history?object=products&objectId=${id}`);
  await expect(page.getByText("edited Cello: description")).toHaveCount(2);
  await page.locator("summary").nth(1).click();
  await expect(page.locator("del")).toHaveText("warmly");
  await expect(page.locator("ins")).toHaveText("dryly");
  await page.getByRole("button", { name: "Restore this version after the change" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(toastOf(page, "Product restored")).toBeVisible();
  await expect(page.locator("summary").first()).toContainText("restored Cello");
  expect((await productOf(page, "cello")).description).toBe("Plays the bass, dryly.");
});

test("the menu is beside the screen, and on a phone in a drawer that keeps the focus inside", async ({ page }) => {
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Admin" });
  await expect(menu.getByRole("link", { name: "Products" })).toBeInViewport({ ratio: 1 });
  const actions = page.getByRole("button", { name: "More actions for Viola" });
  await actions.click();
  await expectPressable(page.getByRole("button", { name: "Delete Viola" }));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();

  await page.setViewportSize(phone);
  await expect(menu).toHaveCount(0);
  await expectPressable(page.getByRole("button", { name: "Add Product" }));
  const button = page.getByRole("button", { name: /^Menu/ });
  await button.click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Products" })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

  await button.click();
  await menu.getByRole("link", { name: "Sync", exact: true }).click();
  const faded = (side: string) =>
    page.getByRole("tablist").evaluate((tabs, side) => getComputedStyle(tabs).getPropertyValue(side), `--tabs-${side}`);
  await expect.poll(() => Promise.all([faded("before"), faded("after")]), "the last tab").toEqual(["32px", "0px"]);
  await button.click();
  await expect(menu.getByRole("link", { name: "Sync", exact: true })).toBeInViewport({ ratio: 1 });
  await expectPressable(drawer.getByRole("button", { name: "Close" }));
});
