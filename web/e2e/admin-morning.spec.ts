import type { Page } from "@playwright/test";
import { recordOf, signIn, toastOf } from "./admin";
import { drag, expectFirst, handle, heading, row, rows, statusWith } from "./dashboard";
import { cardNames, section } from "./directory";
import { testOn } from "./own-site";
import { choose, dialog, field, fillIn, logo, press } from "./product-form";
import { expect } from "./test";

const test = testOn(rows(12));

const [first = "", second = ""] = rows(2).map(({ name }) => name);
const ours = (page: Page) => section(page, "Our Products");
const embed = "https://www.youtube.com/embed/dQw4w9WgXcQ";

test("an administrator signs in, adds, reorders and edits products, resolves a conflict, deletes, restores and signs out", async ({
  page,
  context,
  browser,
  baseURL,
  allow,
}) => {
  test.slow(); // a whole session in one test
  allow.status(401);
  allow.status(409);
  await allow.host("www.youtube.com");
  const visitor = await (await browser.newContext({ baseURL })).newPage();

  await test.step("sign in", async () => {
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/login$/);
    await signIn(page);
    await expect(heading(page)).toHaveText("Products (12)");
  });

  await test.step("add a product with logo and video", async () => {
    await press(page, "Add Product");
    await fillIn(page, "Lumen");
    await choose(page, "Glass and light");
    await dialog(page).getByLabel("Upload a logo").setInputFiles(logo);
    await expect(field(page, "Logo")).toHaveValue(/^\/uploads\/[0-9a-f]{64}\.jpg$/);
    await field(page, "Video URL").fill("https://youtu.be/dQw4w9WgXcQ");
    await expect(page.getByTitle("Video preview")).toHaveAttribute("src", embed);
    const saved = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.status() === 201,
    );
    await press(page, "Create Product");
    await saved;
    await expect(toastOf(page, "Product created successfully")).toBeVisible();
  });

  await test.step("see it first as a visitor", async () => {
    const began = Date.now();
    await visitor.goto("/", { waitUntil: "commit" });
    await expect(cardNames(ours(visitor)).first()).toHaveText("Lumen");
    const took = `${Date.now() - began} ms`;
    test.info().annotations.push({ type: "from saving to the public page", description: took });
    await expect(ours(visitor).locator("img").first()).toHaveAttribute("data-loaded", "true");
    await expectFirst(page, ["Lumen", first, second]);
  });

  await test.step("move it to the second position by mouse", async () => {
    await drag(page, handle(page, "Lumen"), row(page, first));
    await expectFirst(page, [first, second]); // Lumen is being dragged
    await page.mouse.up();
    await expect(toastOf(page, "Order Updated")).toContainText("Product order has been saved successfully.");
    await expectFirst(page, [first, "Lumen", second]);
  });

  await test.step("move it back to the first position by keyboard, with each step announced", async () => {
    await handle(page, "Lumen").focus();
    await page.keyboard.press("Enter");
    await expect(statusWith(page, "Picked up Lumen. Position 2 of 13.")).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(statusWith(page, "Lumen: Position 1 of 13.")).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(statusWith(page, "Dropped Lumen. Position 1 of 13.")).toBeAttached();
    await expect(row(page, "Lumen").getByText("Order: 1", { exact: true })).toBeVisible();
    await expect(page.getByText("Saving…")).toHaveCount(0);
  });

  await test.step("edit it while somebody else does too", async () => {
    const other = await context.newPage();
    await other.goto("/admin");
    for (const one of [page, other]) {
      await press(one, "Edit Lumen");
      await expect(field(one, "Name")).toHaveValue("Lumen");
    }
    await field(other, "Promo text").fill("Half price this week");
    await press(other, "Update Product");
    await expect(toastOf(other, "Product updated successfully")).toBeVisible();
    await other.close();
    await field(page, "Description").fill("Lumen lights up a whole house.");
    await press(page, "Update Product");
    await expect(page.getByRole("heading", { name: "Someone else has changed this product" })).toBeFocused();
    await press(page, "Save my choices");
    await expect(toastOf(page, "Product updated successfully")).toBeVisible();
    await visitor.goto("/products/lumen");
    await expect(visitor.getByText("Half price this week")).toBeVisible();
    await expect(visitor.getByText("Lumen lights up a whole house.").first()).toBeVisible();
    await expect(visitor.getByRole("link", { name: /^Play video/ })).toBeVisible();
  });

  await test.step("change two at once, and undo it", async () => {
    await page.getByRole("checkbox", { name: "Select Lumen" }).click();
    await page.getByRole("checkbox", { name: `Select ${first}` }).click();
    await press(page, "Featured");
    await page.getByRole("dialog").getByText("Featured", { exact: true }).click();
    await press(page, "Change 2 products");
    await expect(toastOf(page, "2 products updated successfully")).toBeVisible();
    await visitor.goto("/products/lumen");
    await expect(visitor.getByText("Featured", { exact: true }).first()).toBeVisible();
    await press(page, "Undo");
    await expect(toastOf(page, "2 products restored")).toBeVisible();
    await visitor.goto("/products/lumen");
    await expect(visitor.getByText("Featured", { exact: true })).toHaveCount(0);
  });

  await test.step("delete it, and restore it from the trash", async () => {
    await press(page, "Delete Lumen");
    await expect(page.getByRole("alertdialog")).toContainText("Are you sure you want to delete this product?");
    await press(page, "Delete");
    await expect(toastOf(page, "Product deleted successfully")).toBeVisible();
    await visitor.goto("/products/lumen");
    await expect(visitor.getByRole("heading", { name: "Product Not Found" })).toBeVisible();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: "Trash" }).click();
    await press(page, "Restore Lumen");
    await press(page, "Restore");
    await expect(toastOf(page, "Product restored")).toBeVisible();
    await visitor.goto("/");
    await expect(cardNames(ours(visitor)).first()).toHaveText("Lumen");
  });

  await test.step("sign out", async () => {
    await press(page, "Logout");
    await expect(toastOf(page, "Logged out")).toContainText("You have been successfully logged out");
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect.poll(() => recordOf(page)).toBeNull();
  });

  await test.step("open nothing with a forged session record", async () => {
    await page.evaluate(() => {
      const user = { id: 1, email: "me@evil.example", name: "", isAdmin: true };
      localStorage.setItem("admin_user", JSON.stringify({ user, timestamp: Date.now(), expires: 9e15 }));
    });
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
    await expect(heading(page)).toHaveCount(0);
    await expect.poll(() => recordOf(page)).toBeNull();
  });
  await visitor.context().close();
});
