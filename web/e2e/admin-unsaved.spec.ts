import { signedInTo, toastOf } from "./admin";
import { administrator } from "./administrator";
import { dialog, field, openAdding, openEditing, press, tool } from "./product-form";
import { expect } from "./test";

/** One for each test that changes one. */
const test = signedInTo(["Drill", "Easel", "File"].map(tool));

test("what is not saved is not lost by Esc, a press beside the form, Back or a reload", async ({ page }) => {
  await test.step("what is not saved is not lost by Esc, a press beside the form, Back or a reload", async () => {
    await page.goto("/admin/categories");
    await openEditing(page, "Drill");
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
    if ((page.viewportSize()?.width ?? 0) > 1000) {
      await page.mouse.click(10, 450);
      await expect(question).toBeVisible();
      await press(page, "Keep editing");
    }
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => setTimeout(() => location.reload()));
    const held = await asked;
    expect(held.type()).toBe("beforeunload");
    await held.dismiss();
    await expect(field(page, "Name")).toHaveValue("Drill press");
    await press(page, "Cancel");
    await press(page, "Discard changes");
    await expect(dialog(page)).toBeHidden();
    await press(page, "Edit Drill");
    await expect(field(page, "Name")).toHaveValue("Drill");
  });
  await test.step("Back between the administrator's own screens asks too", async () => {
    await page.goto("/admin/categories");
    await page.evaluate(() => history.pushState(null, "", "/admin"));
    await press(page, "Edit Easel");
    await expect(field(page, "Name")).toHaveValue("Easel");
    await field(page, "Name").fill("Easel stand");
    await page.evaluate(() => setTimeout(() => history.back()));
    await expect(page.getByRole("alertdialog", { name: "Discard unsaved changes?" })).toBeVisible();
    await press(page, "Keep editing");
    await expect(field(page, "Name")).toHaveValue("Easel stand");
    expect(new URL(page.url()).pathname).toBe("/admin");
  });
});

test("the form keeps the focus, and its product when the session ends", async ({ page, context, allow }) => {
  await test.step("the focus stays in the form until it is closed", async () => {
    await openAdding(page);
    for (let step = 0; step < 60; step++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Add Product" })).toBeFocused();
  });
  await test.step("a session that ends under the form asks for the password, and then the product is saved", async () => {
    allow.status(401);
    await openEditing(page, "File");
    await field(page, "Name").fill("File and rasp");
    await expect(page.getByText(/^Checked at /)).toBeVisible(); // else the logos may be what asks for the password
    await context.clearCookies();
    await press(page, "Update Product");
    const question = page.getByRole("dialog", { name: "Your session has ended" });
    await question.getByLabel("Password").fill(administrator.password);
    await question.getByRole("button", { name: "Login" }).click();
    await expect(toastOf(page, "Product updated successfully")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });
});
