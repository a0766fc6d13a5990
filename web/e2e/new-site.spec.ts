import { signedInTo } from "./admin";
import { open } from "./directory";
import { expectTidy } from "./looks";
import { testOn } from "./own-site";
import { expect } from "./test";

const bare = testOn([]);

bare("a site without tools works, and offers no links to missing content", async ({ page }) => {
  await open(page, "/");
  await expectTidy(page, () => expect(page.getByText("No tools yet")).toBeVisible());
  await expect(page.getByText(/\b0\b/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Clear filters" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: /^Filter by/ })).toHaveCount(0);
  await expect(page.locator("meta[name=description]")).not.toHaveAttribute("content", /\b0\b/);
  await page.getByRole("link", { name: "Submit an AI tool" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit Your AI Tool");
});

signedInTo([])("its administrator sees the first three steps", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByText("Add your first product to get started")).toBeVisible();
  await expectTidy(page, () => expect(page.getByRole("main").getByRole("link", { name: "Import" })).toBeVisible());
  await page.getByRole("button", { name: "Add a product" }).click();
  await expect(page.getByRole("dialog", { name: "Add Product" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Logo Settings" }).click();
  await expect(page.getByRole("tab", { name: "Logo Settings" })).toHaveAttribute("aria-selected", "true");
});
