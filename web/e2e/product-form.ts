import type { Page } from "@playwright/test";
import { press } from "./directory";
import { pngOf } from "./png";
import { expect } from "./test";

/** The dialog in which a product is added or edited. */
export const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Add|Edit) Product$/ });
export const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name, exact: true });

/** A file to upload. */
export const logo = { name: "logo.png", mimeType: "image/png", buffer: pngOf(800, 600, [40, 90, 200]) };

/** Chooses a category; creates it if it does not exist. */
export async function choose(page: Page, category: string) {
  await page.getByRole("combobox", { name: "Categories" }).fill(category);
  await page.keyboard.press("Enter");
}

/** Fills in the required fields of a new product. */
export async function fillIn(page: Page, name: string) {
  await field(page, "Name").fill(name);
  await field(page, "Website").fill(`https://${name.toLowerCase()}.example/`);
  await page.getByText("Premium", { exact: true }).last().click();
  await choose(page, "Audio");
  await field(page, "Description").fill(`${name} lights up a room.`);
  await page.getByText("Our Products", { exact: true }).last().click();
}

export async function openAdding(page: Page) {
  await page.goto("/admin");
  await press(page, "Add Product");
  await expect(field(page, "Name")).toBeFocused();
}

export async function openEditing(page: Page, name: string) {
  await page.goto(`/admin?search=${name}`);
  await press(page, `Edit ${name}`);
  await expect(field(page, "Name")).toHaveValue(name);
}
