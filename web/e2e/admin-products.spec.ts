import type { Locator } from "@playwright/test";
import { toastOf } from "./admin";
import { test } from "./admin-site";
import { drag, expectFirst, handle, heading, open, row, serverNames, statusWith } from "./dashboard";
import { cardNames, press, section } from "./directory";
import { atBothWidths, expectPressable, expectTidy, violations } from "./looks";
import { choose, dialog, field, fillIn, logo, openAdding, openEditing } from "./product-form";
import { expect } from "./test";

const swapped = ([first = "", second = "", ...rest]: string[]) => [second, first, ...rest];

/** The positions and widths of a row's columns, in pixels. */
const columnsOf = (row: Locator) =>
  row.evaluate((element) =>
    ["handle", "product", "section", "clicks", "order", "actions"].map((name) => {
      const { left, width } = element.querySelector(`.row-${name}`)?.getBoundingClientRect() ?? {};
      return [name, Math.round(left ?? -1), Math.round(width ?? -1)];
    }),
  );

test("products are listed in their order, and dragged, for visitors too", async ({ page }) => {
  const names = await open(page);
  const [first = "", second = "", third = ""] = names;
  await test.step("the list, and all of it selected", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
    await expect(heading(page)).toHaveText(`Products (${names.length})`);
    await expect(page.getByText("Drag and drop to reorder products")).toBeVisible();
    const all = page.getByRole("checkbox", { name: /^Select all/ });
    await expectTidy(page, async () => {
      await expectFirst(page, names.slice(0, 4));
      await expectPressable(all);
    });
    await all.click();
    await expectTidy(page, async () => {
      await expect(statusWith(page, `${names.length} selected`)).toBeAttached(); // on a phone the bar shows it
      for (const name of ["Clear selection", "Delete"])
        await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
    });
    await all.click();
  });
  await test.step("7 pixels do not drag a row", async () => {
    await handle(page, first).hover({ position: { x: 10, y: 10 } });
    await page.mouse.down();
    await handle(page, first).hover({ position: { x: 10, y: 17 } });
    await page.mouse.up();
    await expectFirst(page, [first, second, third]);
  });
  await atBothWidths(page, async () => {
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
});

test("several products are changed at once, and the change undone, for visitors too", async ({ page }) => {
  await open(page);
  const three = ["Instrument 0021", "Instrument 0022", "Instrument 0023"];
  await page.getByRole("searchbox", { name: "Search products" }).fill("instrument 002");
  const box = (name = "") => page.getByRole("checkbox", { name: `Select ${name}` });
  const [first, last, order] = [box(three[0]), box(three[2]), page.getByRole("button", { name: "Deal" })];
  await first.click();
  await last.click({ modifiers: ["Shift"] });
  await expect(statusWith(page, "3 selected")).toBeVisible();
  const changes = page.getByRole("button", { name: /^(Deal|Change…)$/ }); // on a phone they are in a menu
  await atBothWidths(page, () => expectPressable(first, last, changes));
  await order.click();
  const deal = page.getByText("Deal", { exact: true }).last();
  const change = page.getByRole("button", { name: "Change 3 products" });
  await deal.click();
  await expectTidy(page, () => expectPressable(deal, change));
  await change.click();
  await expect(toastOf(page, "3 products updated successfully")).toBeVisible();
  const deals = async () => {
    const found: { name: string }[] = await (
      await page.request.get("/api/products?deal=true&search=instrument")
    ).json();
    return found.map(({ name }) => name).toSorted();
  };
  await expect.poll(deals).toEqual(three);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(page, "3 products restored")).toBeVisible();
  await expect.poll(deals).toEqual([]);
  await expect(row(page, three[0] ?? "").getByText("Deal", { exact: true })).toHaveCount(0);
});

test("tooltips appear after a delay for the pointer and at once for the keyboard, whose stays", async ({ page }) => {
  await page.clock.install();
  const [first = ""] = await open(page);
  await page.clock.pauseAt(Date.now() + 60_000); // after all timers of the page itself
  const tooltip = page.locator(".tooltip");
  const order = row(page, first).getByRole("button", { name: /^Order: / });
  const more = row(page, first).getByLabel(`More actions for ${first}`);
  await order.hover();
  await page.clock.runFor(690);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText("Move to position…");
  await expect(tooltip).toBeVisible();
  await tooltip.hover();
  await expect(tooltip).toBeVisible();
  await more.hover(); // without a delay, as another tooltip was just shown
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText("More actions");
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeHidden();
  await order.focus();
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText("Move to position…");
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab"); // over Edit, which is a word
  await page.clock.resume();
  await expect(tooltip).toHaveText("More actions");
  await page.locator("h1").dispatchEvent("pointerover"); // as the browser reports that the page changed under a pointer
  await expect(tooltip).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a product is added with logo and video, and stands first on the public page", async ({ page, allow }) => {
  await allow.host("www.youtube.com");
  await openAdding(page);
  await fillIn(page, "Lumen");
  await choose(page, "Glass and light");
  await press(page, "Move Glass and light forward");
  await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
  await expect(toastOf(page, "Logo Uploaded")).toBeVisible();
  await expect(field(page, "Logo")).toHaveValue(/^\/uploads\/[0-9a-f]{64}\.jpg$/);
  await field(page, "Video URL").fill("http://videos.example.com/1");
  await expect(dialog(page).getByText("Visitors see a link to this video.")).toBeVisible();
  await field(page, "Video URL").fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  await expect(page.getByRole("combobox", { name: "Video host" })).toHaveValue("youtube");
  const preview = page.getByTitle("Video preview");
  await expect(preview).toHaveAttribute("src", "https://www.youtube.com/embed/dQw4w9WgXcQ");
  await atBothWidths(page, async () => {
    const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {};
    const availableWidth = Math.min(560, (page.viewportSize()?.width ?? 0) - 32);
    expect(width).toBeLessThanOrEqual(560);
    expect(width).toBeGreaterThan(availableWidth * 0.9);
    expect(width / height).toBeCloseTo(560 / 315, 1);
  });
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page, "Product created successfully")).toContainText("Success");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Add Product" })).toBeFocused();

  await page.goto("/");
  const ours = section(page, "Our Products");
  await expect(cardNames(ours).first()).toHaveText("Lumen");
  await expect(ours.getByRole("listitem").first().locator("img")).toHaveAttribute("data-loaded", "true");
  await cardNames(ours).first().click();
  await expect(page.getByRole("main").getByText("Glass and light").first()).toBeVisible();
  await page.getByRole("link", { name: /^Play video/ }).click();
  await expect(page.getByTitle("Lumen video demo")).toHaveAttribute("src", "https://www.youtube.com/embed/dQw4w9WgXcQ");
});

test("the form holds the focus, says at a field what is wrong with it, and each of its sections is usable", async ({
  page,
  allow,
}) => {
  await openAdding(page);
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: "Create Product" })));
  for (const name of ["Text", "Media", "Placement", "Basics"]) {
    await expectTidy(page, async () => {
      await dialog(page)
        .getByRole("button", { name: new RegExp(`^${name}`) })
        .click();
      await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeFocused();
      await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeInViewport();
      await expect(page.getByRole("button", { name: "Create Product" })).toBeInViewport();
    });
  }
  await test.step("the focus stays in the form until it is closed", async () => {
    for (let presses = 0; presses < 60; presses++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Add Product" })).toBeFocused();
  });
  await test.step("what is wrong with a screenshot's address stands right under it", async () => {
    allow.status(404); // its preview looks there
    allow.warning(/Image did not load/);
    await openEditing(page, "Gimlet");
    const address = field(page, "Screenshot 1, address");
    await address.fill("nowhere");
    await press(page, "Update Product");
    const note = dialog(page).locator("[data-row] .field-note");
    await expect(address).toHaveAccessibleDescription(/valid URL/);
    await atBothWidths(page, async () => {
      const [above, below] = [await address.boundingBox(), await note.boundingBox()];
      if (!above || !below) throw new Error("one of them is not shown");
      expect(below.x).toBe(above.x);
      expect(below.y - (above.y + above.height)).toBeLessThan(12);
    });
  });
});

test("two pages that change one product meet in both versions, and visitors see all of it", async ({
  page,
  context,
  allow,
}) => {
  allow.status(409);
  const other = await context.newPage();
  await openEditing(page, "Bellows");
  await openEditing(other, "Bellows");
  await field(other, "Description").fill("Bellows does two things well.");
  await field(other, "Promo text").fill("From the other page");
  await other.getByRole("switch", { name: "Deal" }).check();
  await press(other, "Remove Audio");
  await press(other, "Update Product");
  await expect(toastOf(other, "Product updated successfully")).toBeVisible();
  await expect(other.getByRole("button", { name: "Edit Bellows", exact: true })).toBeFocused();

  await field(page, "Description").fill("Bellows does one thing very well.");
  await press(page, "Update Product");
  await expect(page.getByRole("heading", { name: "Someone else changed this product" })).toBeFocused();
  await expect(page.getByRole("group", { name: "Description Changed by both" })).toContainText("two things well.");
  await expect(page.getByRole("group", { name: "Promo text Changed by them" }).getByLabel("Theirs")).toBeChecked();
  const save = page.getByRole("button", { name: "Save my choices", exact: true });
  await expectTidy(page, () => expectPressable(save));
  await save.click();
  await expect(toastOf(page, "Product updated successfully")).toBeVisible();
  await page.goto("/products/bellows");
  for (const text of ["Bellows does one thing very well.", "From the other page", "Deal Available"]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test("what is not saved is not lost by Esc, a press beside the form, Back or a reload", async ({ page }) => {
  await page.goto("/admin/categories");
  await page.evaluate(() => history.pushState(null, "", "/admin?search=drill")); // within the administrator's screens
  await press(page, "Edit Drill");
  await expect(field(page, "Name")).toHaveValue("Drill");
  await field(page, "Name").fill("Drill press");
  const question = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  const stay = async () => {
    await expect(question).toBeVisible();
    await press(page, "Keep editing");
    await expect(question).toBeHidden();
    await expect(field(page, "Name")).toHaveValue("Drill press");
    await expect(field(page, "Name")).toBeFocused();
  };
  await page.keyboard.press("Escape");
  await stay();
  await page.mouse.click(10, 450);
  await expect(question).toBeVisible();
  await press(page, "Keep editing");
  await page.evaluate(() => setTimeout(() => history.back())); // after the call, which a page that is left breaks off
  await expect(question).toBeVisible();
  await press(page, "Keep editing");
  expect(new URL(page.url()).pathname).toBe("/admin");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const held = await asked;
  expect(held.type()).toBe("beforeunload");
  await held.dismiss();
  await expect(field(page, "Name")).toHaveValue("Drill press");
  await press(page, "Cancel");
  await press(page, "Discard changes");
  await expect(dialog(page)).toBeHidden();
});
