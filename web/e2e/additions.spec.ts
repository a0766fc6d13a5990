import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

// The drafts are made of tools, and their lines made up: no test reads the web.
const test = signedInTo(["Viola", "Cello", "Lute"].map((name) => tool(name)));

test("URLs are added, each with its error by line", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("main").getByRole("link", { name: "Add by URL" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing added yet" })).toBeVisible();
  await expectTidy(page);
  await page
    .getByRole("textbox", { name: "URLs" })
    .fill("not a url\nviola.example\n\nhttps://www.viola.example/?ref=x\nhttps://harp.invalid/");
  await page.getByRole("button", { name: "Add 4 URLs" }).press("Enter");
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  await expect(lines).toHaveText([
    /This isn't the URL of a public website/,
    /It's already in the catalog\.Viola/,
    /Same as line 2/,
    /This isn't the URL of a public website/,
  ]);
  await expectTidy(page);
});

test("drafts are reviewed with the keyboard alone, and decisions are undone", async ({ page }) => {
  const lines = [2, 3].map((product) => {
    const name = product === 2 ? "Cello" : "Lute";
    const url = `https://${name.toLowerCase()}.example`;
    return { id: product, line: product, url, state: "draft", reason: "", product, name, slug: name.toLowerCase() };
  });
  const answer = { list: 1, lists: [{ id: 1, addedBy: "Ann", addedAt: "2026-11-30T10:00:00Z", lines: 2, queued: 0 }] };
  await page.route("**/api/admin/additions", (route) => route.fulfill({ json: { ...answer, lines } }));
  const data = { ids: [2, 3], change: { status: "draft" } };
  expect((await page.request.post("/api/products/bulk", { data })).ok()).toBe(true);
  await page.goto("/admin/add");
  const review = page.getByRole("region", { name: "Review" });
  await expect(review.getByRole("heading", { name: "Cello" })).toBeVisible();
  await expectTidy(page);
  await page.keyboard.press("j");
  await expect(review.getByRole("heading", { name: "Lute" })).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("a");
  const published = toastOf(page, "Published");
  await expect(published).toBeVisible();
  expect((await page.request.get("/products/cello")).ok()).toBe(true);
  await published.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(toastOf(page, "Undone")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await expect(toastOf(page, "Moved to the trash")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: "Edit Product" })).toBeVisible();
});
