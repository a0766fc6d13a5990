import { test } from "./admin-site";
import { open } from "./directory";
import { expectTidy } from "./looks";
import { expect } from "./test";

test("a tool's page leads to its alternatives, and they lead back", async ({ page }) => {
  const { alternatives } = await (await page.request.get("/api/products/instrument-0003/alternatives")).json();
  expect(alternatives.length).toBeGreaterThanOrEqual(8);
  await open(page, "/products/instrument-0003");
  await page.getByRole("link", { name: "All alternatives to Instrument 0003" }).click();
  await expect(page).toHaveURL("/alternatives/instrument-0003");
  await expect(page).toHaveTitle(`${alternatives.length} alternatives to Instrument 0003 – Vitrine`);
  await expectTidy(page, () =>
    expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(alternatives.length),
  );
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Instrument 0003" }).click();
  await expect(page).toHaveURL("/products/instrument-0003");
});

test("an administrator pins and hides alternatives, which visitors see", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: "More actions for Instrument 0005" }).click();
  await page.getByRole("button", { name: "Alternatives to Instrument 0005" }).click();
  const dialog = page.getByRole("dialog", { name: "Alternatives to Instrument 0005" });
  const automatic = dialog.getByRole("list", { name: "Chosen automatically" }).getByRole("listitem");
  await expect(automatic.first()).toBeVisible();
  const hidden = (await automatic.first().getAttribute("aria-label")) ?? "";
  await dialog.getByRole("button", { name: `Hide ${hidden}` }).click();
  for (const name of ["Instrument 0031", "Instrument 0032"]) {
    await dialog.getByRole("combobox", { name: "Pin a tool" }).fill(name);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("list", { name: "Pinned" })).toContainText(name);
  }
  await dialog.getByRole("button", { name: "Move Instrument 0032" }).focus();
  for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  const pinned = dialog.getByRole("list", { name: "Pinned" }).getByRole("listitem");
  await expect(pinned.first()).toHaveAttribute("aria-label", "Instrument 0032");
  await expectTidy(page, () => expect(dialog).toBeVisible());
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await open(page, "/alternatives/instrument-0005");
  const names = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(names.first()).toHaveText("Instrument 0032");
  await expect(names.nth(1)).toHaveText("Instrument 0031");
  await expect(names.getByText(hidden, { exact: true })).toHaveCount(0);
  await expect(page.getByText("Editor’s pick")).toHaveCount(2);
});
