import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

const test = signedInTo([tool("Viola"), tool("Cello")]);

test("a messy table is mapped, tried, imported and undone, with the keyboard alone", async ({ page }) => {
  await page.goto("/admin/import");
  await expectTidy(page);
  const file = page.getByLabel("Choose a file to import");
  await file.setInputFiles({ name: "empty.doc", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByRole("alert")).toContainText("Please give a file that ends in .csv");

  const table =
    "Ding;Homepage;Rubrik;Preis;Zustand\nFlöte;https://floete.example;Saiten;ab 9 $;live\nViola;https://viola.example/;Saiten;gratis;live\nLaute;nowhere;Saiten;;live\n";
  await file.setInputFiles({ name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(page.getByText("CSV · Windows-1252 · separated by semicolons")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Missing: name");
  await expectTidy(page);
  const name = page.getByRole("combobox", { name: "Read Ding as" });
  await name.selectOption({ label: "Name" });
  await page.getByRole("button", { name: "Check again" }).press("Enter");
  await expect(page.getByRole("heading", { name: "1 new, 1 changed, 0 unchanged" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Rows that can't be used" })).toContainText("Line 4 (Laute): website");
  const changes = page.getByRole("list", { name: "Tools that would change" });
  await changes.getByText("Viola").press("Enter");
  await expect(changes).toContainText("Saiten");
  await expectTidy(page);
  const go = page.getByRole("button", { name: "Import 2 tools" });
  await expect(go).toBeDisabled();
  await page.getByRole("checkbox", { name: "Skip 1 row that can't be used" }).press("Space");
  await go.press("Enter");
  const imported = toastOf(page, "2 tools imported");
  await expect(imported).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 added, 1 changed" })).toBeFocused();
  await expectTidy(page);
  await imported.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toastOf(page, "Import undone")).toBeVisible();

  await page.reload(); // the heading is remembered
  await file.setInputFiles({ name: "liste.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(page.getByRole("heading", { name: "1 new, 1 changed, 0 unchanged" })).toBeVisible();
});
