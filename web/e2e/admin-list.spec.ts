import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { signedIn } from "./administrator";
import { tooWide, violations } from "./looks";
import { type Row, testOn } from "./own-site";
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
const rows = (count: number) => Array.from({ length: count }, (_, index) => tool(index + 1));

/** Tests of one who has signed in to a site with so many products. */
const signedInTo = (count: number) =>
  testOn(rows(count)).extend<object, { session: Awaited<ReturnType<typeof signedIn>> }>({
    session: [async ({ ownSite }, use) => use(await signedIn(ownSite)), { scope: "worker" }],
    storageState: ({ session }, use) => use(session),
  });

const test = signedInTo(40);

const heading = (page: Page) => page.getByRole("heading", { level: 2, name: /^Products \(/ });
const list = (page: Page) => page.getByRole("list", { name: "Products" });
const row = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
const handle = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
const toast = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** The first names in the list that is on the screen. */
const shownNames = (page: Page) => list(page).getByRole("heading", { level: 3 }).allTextContents();

/** The names of all products in the order that visitors get. */
async function serverNames(request: APIRequestContext): Promise<string[]> {
  const products: { name: string }[] = await (await request.get("/api/products")).json();
  return products.map(({ name }) => name);
}

async function expectFirst(page: Page, names: string[]) {
  await expect.poll(async () => (await shownNames(page)).slice(0, names.length)).toEqual(names);
}

/** Opens the dashboard and gives the names in the server's order. */
async function open(page: Page, query = ""): Promise<string[]> {
  await page.goto(`/admin${query}`);
  await expect(heading(page)).toBeVisible();
  return serverNames(page.request);
}

const swapped = ([first = "", second = "", ...rest]: string[]) => [second, first, ...rest];

/** Takes a row by its handle and holds it over another, without letting go. */
async function drag(page: Page, from: Locator, over: Locator) {
  await from.evaluate((element) => element.scrollIntoView({ block: "center" })); // near an edge the page would scroll on
  const start = await from.boundingBox();
  const end = await over.boundingBox();
  if (!start || !end) throw new Error("nothing to take, or nowhere to go");
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 4 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 12 });
}

test("the dashboard lists every product in its order, to the letter, and axe has nothing against it", async ({
  page,
}) => {
  const names = await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expect(heading(page)).toHaveText(`Products (${names.length})`);
  await expect(page.getByText("Drag and drop to reorder products")).toBeVisible();
  await expectFirst(page, names.slice(0, 4));
  expect(await tooWide(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("checkbox", { name: /^Select all/ }).click();
  await expect(said(page, `${names.length} selected`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
});

test("a row is dragged to another place from 8 pixels on, and visitors see the new order", async ({ page }) => {
  const names = await open(page);
  const [first = "", second = "", third = ""] = names;
  const box = await handle(page, first).boundingBox();
  if (!box) throw new Error("no handle");
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y + 17);
  await page.mouse.up();
  await expectFirst(page, [first, second, third]);

  await drag(page, handle(page, first), row(page, second));
  await expectFirst(page, [second, third]); // the first one is in the hand
  await page.mouse.up();
  await expectFirst(page, [second, first, third]);
  await expect(toast(page, "Order Updated")).toContainText("Product order has been saved successfully.");
  expect(await serverNames(page.request)).toEqual(swapped(names));
  await expect(row(page, second).getByText("Order: 1", { exact: true })).toBeVisible();
  await toast(page, "Order Updated").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => serverNames(page.request)).toEqual(names);
  await expectFirst(page, [first, second, third]);
});

test("a row is moved by keys, each step is told, and Escape puts it back", async ({ page }) => {
  const names = await open(page);
  const [first = "", second = "", third = ""] = names;
  await handle(page, first).focus();
  await page.keyboard.press("Space");
  await expect(said(page, `Picked up ${first}. Position 1 of ${names.length}.`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(said(page, `${first}: Position 3 of ${names.length}.`)).toBeAttached();
  await expectFirst(page, [second, third, first]);
  await page.keyboard.press("Escape");
  await expect(said(page, `Cancelled. ${first} is back.`)).toBeAttached();
  await expectFirst(page, [first, second, third]);
  await expect(handle(page, first)).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(said(page, `Dropped ${first}. Position 2 of ${names.length}.`)).toBeAttached();
  await expect(toast(page, "Order Updated")).toBeVisible();
  expect(await serverNames(page.request)).toEqual(swapped(names));
});

test("an order that the server refuses goes back to what the server has, and says why", async ({ page, allow }) => {
  allow.status(422);
  const names = await open(page);
  const [first = "", second = "", third = ""] = names;
  const products: { id: number; name: string }[] = await (await page.request.get("/api/products")).json();
  const gone = products.find(({ name }) => name === third);
  expect((await page.request.delete(`/api/products/${gone?.id}`)).status()).toBe(204);
  await handle(page, first).focus();
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(toast(page, "Update Failed")).toBeVisible();
  await expectFirst(page, [first, second, ...names.slice(3, 5)]);
  expect((await serverNames(page.request)).slice(0, 2)).toEqual([first, second]);
});

test("a second move while the first is being saved loses neither", async ({ page }) => {
  const names = await open(page);
  const [first = "", second = "", third = "", fourth = ""] = names;
  let calls = 0;
  await page.route("**/api/products/reorder", async (route) => {
    calls++;
    if (calls === 1) await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await handle(page, first).focus();
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await handle(page, fourth).focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await expectFirst(page, [second, first, fourth, third]);
  await expect.poll(async () => (await serverNames(page.request)).slice(0, 4)).toEqual([second, first, fourth, third]);
  await expectFirst(page, [second, first, fourth, third]);
  expect(calls).toBe(2);
});

test("many products are changed at once, for visitors too, and the change is undone", async ({ page }) => {
  await open(page);
  const three = ["Instrument 0021", "Instrument 0022", "Instrument 0023"];
  await page.getByRole("searchbox", { name: "Search products" }).fill("instrument 002");
  await page.getByRole("checkbox", { name: `Select ${three[0]}` }).click();
  await page.getByRole("checkbox", { name: `Select ${three[2]}` }).click({ modifiers: ["Shift"] });
  await expect(said(page, "3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Deal" }).click();
  await page.getByText("Deal", { exact: true }).last().click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Change 3 products" }).click();
  await expect(toast(page, "3 products updated successfully")).toBeVisible();
  const deals = async () => {
    const found: { name: string }[] = await (await page.request.get("/api/products?deal=true")).json();
    return found.map(({ name }) => name).toSorted();
  };
  expect(await deals()).toEqual(three);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "3 products put back as before")).toBeVisible();
  expect(await deals()).toEqual([]);
  await expect(row(page, three[0] ?? "").getByText("Deal", { exact: true })).toHaveCount(0);
});

test("a product is deleted after a question, and undo brings it back from the trash", async ({ page }) => {
  const names = await open(page, "?search=0031");
  await expectFirst(page, ["Instrument 0031"]);
  await page.getByRole("button", { name: "Delete Instrument 0031" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this product?");
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Success")).toContainText("Product deleted successfully");
  expect(await serverNames(page.request)).toEqual(names.filter((name) => name !== "Instrument 0031"));
  await page.getByRole("button", { name: "Undo" }).click();
  await expectFirst(page, ["Instrument 0031"]);
  expect((await serverNames(page.request)).toSorted()).toEqual(names.toSorted());
});

test("a product that cannot be deleted is there again", async ({ page, allow }) => {
  allow.status(503);
  await open(page, "?search=0033");
  await page.route("**/api/products/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
  );
  await page.getByRole("button", { name: "Delete Instrument 0033" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Error")).toContainText("Failed to delete product");
  await expectFirst(page, ["Instrument 0033"]);
});

test("search and filters stay in the address, and narrow what one sees", async ({ page }) => {
  await open(page);
  await page.getByRole("searchbox", { name: "Search products" }).fill("brass");
  await page.getByRole("combobox", { name: "Type" }).selectOption("Free");
  await page.getByRole("combobox", { name: "Section" }).selectOption("Our Products");
  await expect(page).toHaveURL(/\/admin\?search=brass&section=Our\+Products&type=Free$/);
  await expectFirst(page, ["Instrument 0030"]);
  await expect(page.getByText(/^1 of \d+ products$/)).toBeVisible();
  await page.reload();
  await expectFirst(page, ["Instrument 0030"]);
  await expect(page.getByText(/^Some products are hidden\./)).toBeVisible();
});

const many = signedInTo(5000);

many.describe("5,000 products", () => {
  many("are one list of which a part is drawn, with ends that keys reach", async ({ page }) => {
    const names = await open(page);
    await expect(heading(page)).toHaveText("Products (5,000)");
    expect(await list(page).getByRole("listitem").count()).toBeLessThan(60);
    await page.getByRole("checkbox", { name: `Select ${names[0]}` }).focus();
    await page.keyboard.press("End");
    const last = page.getByRole("checkbox", { name: `Select ${names.at(-1)}` });
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    await expect(row(page, names.at(-1) ?? "")).toHaveAttribute("aria-posinset", "5000");
    expect(await violations(page)).toEqual([]);
  });

  many("are moved far by naming a position, and the focus goes along", async ({ page }) => {
    const names = await open(page);
    const moved = names[1] ?? "";
    const order = page.getByRole("button", { name: `move ${moved} to position…` });
    await order.click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("textbox", { name: "New position" }).fill("4000");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Order Updated")).toBeVisible();
    expect((await serverNames(page.request)).indexOf(moved)).toBe(3999);
    await expect(order).toBeFocused();
    await expect(order).toBeInViewport();
    await expect(row(page, moved).getByText("Order: 4,000", { exact: true })).toBeVisible();
  });

  many("scroll on by themselves under a row that is held at the edge", async ({ page }) => {
    const names = await open(page);
    const held = names[0] ?? "";
    const box = await handle(page, held).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    if (!box) throw new Error("no handle");
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, height - 15, { steps: 15 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1500);
    await page.mouse.move(box.x + 10, height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(toast(page, "Order Updated")).toBeVisible();
    expect((await serverNames(page.request)).indexOf(held)).toBeGreaterThan(5);
    await expect(handle(page, held)).toBeInViewport();
  });

  many("are narrowed while one types", async ({ page }) => {
    await open(page);
    await page.keyboard.press("/");
    await page.keyboard.type("instrument-4321.example");
    await expectFirst(page, ["Instrument 4321"]);
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
  });
});
