import type { Locator } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { drag, expectFirst, handle, heading, open, row, rows, serverNames, statusWith } from "./dashboard";
import { atBothWidths, expectPressable, expectTidy, violations } from "./looks";
import { expect } from "./test";

const test = signedInTo(rows(40));

const swapped = ([first = "", second = "", ...rest]: string[]) => [second, first, ...rest];

test("the dashboard lists every product in order, with the contract's exact texts and without axe violations", async ({
  page,
}) => {
  const names = await open(page);
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expect(heading(page)).toHaveText(`Products (${names.length})`);
  await expect(page.getByText("Drag and drop to reorder products")).toBeVisible();
  const all = page.getByRole("checkbox", { name: /^Select all/ });
  await expectTidy(page, async () => {
    await expectFirst(page, names.slice(0, 4));
    await expectPressable(all);
  });
  await all.click();
  await expectTidy(page, () => expect(statusWith(page, `${names.length} selected`)).toBeVisible());
});

/** The positions and widths of a row's columns, in pixels. */
const columnsOf = (row: Locator) =>
  row.evaluate((element) =>
    ["handle", "product", "section", "visits", "order", "actions"].map((name) => {
      const { left, width } = element.querySelector(`.row-${name}`)?.getBoundingClientRect() ?? {};
      return [name, Math.round(left ?? -1), Math.round(width ?? -1)];
    }),
  );

test("a row is dragged to another position after 8 pixels, and visitors see the new order", { tag: "@layout" }, async ({
  page,
}) => {
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
  await expectFirst(page, [second, third]); // the first row is being dragged
  expect(await columnsOf(page.locator(".lifted-row"))).toEqual(await columnsOf(row(page, second)));
  await page.mouse.up();
  await expectFirst(page, [second, first, third]);
  await expect(toastOf(page, "Order Updated")).toContainText("Product order has been saved successfully.");
  await expect.poll(() => serverNames(page.request)).toEqual(swapped(names));
  await expect(row(page, second).getByText("Order: 1", { exact: true })).toBeVisible();
  await toastOf(page, "Order Updated").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => serverNames(page.request)).toEqual(names);
  await expectFirst(page, [first, second, third]);
});

test("tooltips come after a delay for the pointer, at once for the keyboard, and stay", async ({ page }) => {
  await test.step("a keyboard user's tooltip stays when the page changes under a pointer at rest", async () => {
    const [first = ""] = await open(page);
    await row(page, first).getByLabel(`Edit ${first}`).focus();
    await page.keyboard.press("Tab");
    await expect(page.locator(".tooltip")).toHaveText("Delete");
    await page.locator("h1").dispatchEvent("pointerover"); // as the browser reports such a change
    await expect(page.locator(".tooltip")).toBeVisible();
  });
  await test.step("the tooltips of a row's icons appear after a delay for the pointer, and immediately for the keyboard", async () => {
    await page.clock.install();
    const [first = ""] = await open(page);
    await page.clock.pauseAt(Date.now() + 60_000); // after all timers of the page itself
    const tooltip = page.locator(".tooltip");
    const control = (name: string) => row(page, first).getByLabel(`${name} ${first}`);
    await control("Edit").hover();
    await page.clock.runFor(690);
    await expect(tooltip).toBeHidden();
    await page.clock.runFor(20);
    await expect(tooltip).toHaveText("Edit");
    await expect(tooltip).toBeVisible();
    await tooltip.hover();
    await expect(tooltip).toBeVisible();
    await control("Delete").hover(); // without a delay, as another tooltip was just shown
    await page.clock.runFor(1);
    await expect(tooltip).toHaveText("Delete");
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await control("Edit").focus();
    await page.clock.runFor(1);
    await expect(tooltip).toHaveText("Edit");
    await expect(tooltip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
    await page.clock.resume();
    await expect(tooltip).toHaveText("Delete");
    expect(await violations(page)).toEqual([]);
  });
});

test("a row is moved by keyboard, each step is announced, and Escape cancels", async ({ page }) => {
  const names = await open(page);
  const [first = "", second = "", third = ""] = names;
  await handle(page, first).focus();
  await page.keyboard.press("Space");
  await expect(statusWith(page, `Picked up ${first}. Position 1 of ${names.length}.`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(statusWith(page, `${first}: Position 3 of ${names.length}.`)).toBeAttached();
  await expectFirst(page, [second, third, first]);
  await page.keyboard.press("Escape");
  await expect(statusWith(page, `Cancelled. ${first} is back in place.`)).toBeAttached();
  await expectFirst(page, [first, second, third]);
  await expect(handle(page, first)).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(statusWith(page, `Dropped ${first}. Position 2 of ${names.length}.`)).toBeAttached();
  await expect(toastOf(page, "Order Updated")).toBeVisible();
  await expect.poll(() => serverNames(page.request)).toEqual(swapped(names));
});

test("products are changed at once and deleted, for visitors too, and both are undone", async ({ page }) => {
  await test.step("several products are changed at once, for visitors too, and the change is undone", async () => {
    await open(page);
    const three = ["Instrument 0021", "Instrument 0022", "Instrument 0023"];
    await page.getByRole("searchbox", { name: "Search products" }).fill("instrument 002");
    const box = (name = "") => page.getByRole("checkbox", { name: `Select ${name}` });
    const [first, last, order] = [box(three[0]), box(three[2]), page.getByRole("button", { name: "Deal" })];
    await first.click();
    await last.click({ modifiers: ["Shift"] });
    await expect(statusWith(page, "3 selected")).toBeVisible();
    await atBothWidths(page, () => expectPressable(first, last, order));
    await order.click();
    const deal = page.getByText("Deal", { exact: true }).last();
    const change = page.getByRole("button", { name: "Change 3 products" });
    await deal.click();
    await expectTidy(page, () => expectPressable(deal, change));
    await change.click();
    await expect(toastOf(page, "3 products updated successfully")).toBeVisible();
    const deals = async () => {
      const found: { name: string }[] = await (await page.request.get("/api/products?deal=true")).json();
      return found.map(({ name }) => name).toSorted();
    };
    await expect.poll(deals).toEqual(three);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "3 products restored")).toBeVisible();
    await expect.poll(deals).toEqual([]);
    await expect(row(page, three[0] ?? "").getByText("Deal", { exact: true })).toHaveCount(0);
  });
  await test.step("a product is deleted after a confirmation, and undo restores it from the trash", async () => {
    const names = await open(page, "?search=0031");
    await expectFirst(page, ["Instrument 0031"]);
    await page.getByRole("button", { name: "Delete Instrument 0031" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Are you sure you want to delete this product?");
    expect(await violations(page)).toEqual([]);
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(toastOf(page, "Success")).toContainText("Product deleted successfully");
    await expect.poll(() => serverNames(page.request)).toEqual(names.filter((name) => name !== "Instrument 0031"));
    await page.getByRole("button", { name: "Undo" }).click();
    await expectFirst(page, ["Instrument 0031"]);
    await expect.poll(async () => (await serverNames(page.request)).toSorted()).toEqual(names.toSorted());
  });
});
