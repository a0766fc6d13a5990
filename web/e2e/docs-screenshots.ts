import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { signedInTo } from "./admin";
import { drawn } from "./directory";
import { expect } from "./test";

/** The demo catalogue in a folder of its own: an import of nothing makes the tables, and the first start fills them. */
const test = signedInTo([], async () => ({ VITRINE_DEMO: "true" }));

/** The pictures: name in docs/images, URL, and what to wait for, or to do, before it is taken. */
const screens: [name: string, path: string, before?: (page: Page) => Promise<unknown>][] = [
  ["home", "/"],
  ["tool", "/products/runway"],
  ["search", "/?search=transcribe+meetings"],
  ["comparison", "/compare/chatgpt-vs-claude"],
  ["admin", "/admin", (page) => page.getByRole("heading", { name: "Products" }).first().waitFor()],
  ["add-product", "/admin", (page) => page.getByRole("button", { name: "Add Product" }).click()],
  ["site-texts", "/admin/site-management?tab=texts", (page) => page.getByRole("region", { name: "Preview" }).waitFor()],
  ["reach", "/admin/reach", (page) => page.getByRole("region", { name: "Indexable pages" }).waitFor()],
];

/** The most bytes of a picture: the docs and the README load several. */
const largest = 200_000;

for (const [name, path, before] of screens) {
  test(name, async ({ page }) => {
    await page.goto(path);
    await before?.(page);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    await drawn(page);
    const file = fileURLToPath(new URL(`../../docs/images/${name}.jpg`, import.meta.url));
    await page.screenshot({ path: file, type: "jpeg", quality: 80, animations: "disabled", caret: "hide" });
    expect(statSync(file).size).toBeLessThan(largest);
  });
}
