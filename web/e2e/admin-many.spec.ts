import { dismiss, signedInTo, toastOf } from "./admin";
import { handle, heading, list, open, row, rows, serverNames } from "./dashboard";
import { drawn } from "./directory";
import { atBothWidths, expectPressable, expectTidy, violations } from "./looks";
import { expect } from "./test";

const test = signedInTo(rows(5000));

test("a list of 5,000 products renders only a part, and its ends can be reached by keyboard", async ({ page }) => {
  const names = await open(page);
  await expect(heading(page)).toHaveText("Products (5,000)");
  expect(await list(page).getByRole("listitem").count()).toBeLessThan(60);
  const checkbox = (name = "") => page.getByRole("checkbox", { name: `Select ${name}` });
  const [first, last] = [checkbox(names[0]), checkbox(names.at(-1))];
  await atBothWidths(page, async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await first.focus();
    await page.keyboard.press("End");
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    const item = row(page, names.at(-1) ?? "");
    await expect(item).toHaveAttribute("aria-posinset", "5000");
    // The list does not end at the end of the page: the last row scrolls only to the bottom of the window.
    const below = () => item.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
    await expect.poll(async () => Math.abs((await below()) - 24)).toBeLessThan(3);
    expect(await violations(page)).toEqual([]);
  });
});

test("one of 5,000 products is moved far by entering a position, and keeps the focus", async ({ page }) => {
  const names = await open(page);
  const moved = names[1] ?? "";
  const order = page.getByRole("button", { name: `move ${moved} to position…` });
  await order.click();
  await expectTidy(page, () => expect(page.getByRole("textbox", { name: "New position" })).toBeVisible());
  await page.keyboard.press("Escape");
  let to = 4000;
  await atBothWidths(page, async () => {
    await order.click();
    await page.getByRole("textbox", { name: "New position" }).fill(String(to));
    await page.keyboard.press("Enter");
    await expect(toastOf(page, "Order Updated")).toBeVisible();
    await expect.poll(async () => (await serverNames(page.request)).indexOf(moved)).toBe(to - 1);
    await expect(order).toBeFocused();
    await expect(order).toBeInViewport();
    await expect(row(page, moved).getByText(`Order: ${to.toLocaleString("en")}`, { exact: true })).toBeVisible();
    await dismiss(page, "Order Updated");
    to = 2000;
  });
  await page.reload(); // compares with the server's order, whose numbers have gaps
  await expect(row(page, names[2] ?? "").getByText("Order: 2", { exact: true })).toBeVisible();
});

test("a list of 5,000 products scrolls automatically while a row is dragged at the edge", async ({ page }) => {
  const names = await open(page);
  const held = names[0] ?? "";
  const box = await handle(page, held).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (!box) throw new Error("no handle");
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, height - 15, { steps: 15 });
  const position = () => page.evaluate(() => scrollY);
  await expect.poll(position).toBeGreaterThan(600);
  await page.mouse.move(box.x + 10, height / 2, { steps: 5 });
  await expect(async () => {
    const before = await position();
    await drawn(page);
    expect(await position()).toBe(before);
  }).toPass();
  await page.mouse.up();
  await expect(toastOf(page, "Order Updated")).toBeVisible();
  await expect.poll(async () => (await serverNames(page.request)).indexOf(held)).toBeGreaterThan(5);
  await expect(handle(page, held)).toBeInViewport();
});

test("the list of 5,000 products ends after 50, and shows more when asked", async ({ page }) => {
  await open(page);
  await atBothWidths(page, async () => {
    const more = page.getByRole("button", { name: "Show 50 more" });
    await expectTidy(page, () => expect(more).toBeVisible());
    await expectPressable(more);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9000);
    await more.click();
    await expect(page.getByText("100 of 5,000")).toBeAttached();
    await page.reload();
  });
});

test("the logos below 5,000 products can be reached by keyboard, and load only then", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const names = await open(page);
  await expect(row(page, names[0] ?? "")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).not.toContain("/api/verify-logos");
  await page.locator("#products").getByRole("link", { name: "Logos" }).focus();
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { name: "Logo Management Dashboard" });
  await expect(title).toBeInViewport();
  const board = page.getByRole("region", { name: "Logo Management Dashboard" });
  await expect(board.getByRole("button", { name: "Total Products 5,000" })).toBeVisible();
  const logos = board.getByRole("list", { name: "Logos" });
  const search = board.getByPlaceholder("Search products...");
  await atBothWidths(page, async () => {
    await page.locator("#products").getByRole("link", { name: "Logos" }).focus();
    await page.keyboard.press("Enter");
    await expect(title).toBeInViewport();
    await expect(logos.getByText(names[0] ?? "", { exact: true })).toBeVisible();
    expect(await logos.getByRole("listitem").count()).toBeLessThan(80);
    expect(await violations(page)).toEqual([]);
    await expect(async () => {
      await board.getByRole("region", { name: "Logos" }).focus();
      await page.keyboard.press("End"); // the key is lost while the page is too busy to know what scrolls
      await expect(logos.getByText(names.at(-1) ?? "", { exact: true })).toBeInViewport({ timeout: 3000 });
    }).toPass();
    await search.fill("instrument 4321");
    await expect(logos.getByRole("listitem")).toHaveCount(1);
    await expect(logos.getByText("Instrument 4321", { exact: true })).toBeVisible();
    await search.fill("");
    await board.getByRole("link", { name: "Back to products" }).focus();
    await page.keyboard.press("Enter");
    await expect(heading(page)).toBeInViewport();
  });
});
