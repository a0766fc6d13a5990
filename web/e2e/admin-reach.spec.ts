import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import type { Row } from "./own-site";
import { expect } from "./test";

const long =
  "writes, edits and translates texts of every kind for teams that publish in several languages, every day and every night of the year.";

const tool = (name: string, description: string): Row => ({
  name,
  website: `https://${name.toLowerCase()}.example/`,
  description,
  categories: ["Writing"],
  type: "Free",
  section: "Our Products",
});

const test = signedInTo([
  tool("Alpha", `Alpha ${long}`),
  tool("Beta", `Beta ${long}`),
  tool("Gamma", "Draws."),
  tool("Delta", "Sings."),
]);

test("what keeps pages out is listed, and the limits and IndexNow are changed", async ({ page }) => {
  await test.step("what keeps pages out is listed, and a tool opens in its dialog", async () => {
    await page.goto("/admin/reach");
    const why = page.getByRole("region", { name: "Why pages aren't indexable" });
    await expect(why.getByRole("link", { name: /^Short description/ })).toHaveText(/2$/);
    await expect(page.getByRole("region", { name: "Indexable pages" })).toContainText("Tools2 of 4");
    await expect(page.getByRole("region", { name: "Also worth a look" })).toContainText("Orphans");
    await expectTidy(page);
    await why.getByRole("link", { name: /^Short description/ }).press("Enter");
    const list = page.getByRole("region", { name: "Short description (2)" });
    await expect(list).toBeFocused();
    await expectTidy(page);
    await list.getByRole("button", { name: "Edit Gamma" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Product" });
    await expect(dialog.getByRole("textbox", { name: "Description", exact: true })).toHaveValue("Draws.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
  await test.step("the limits are changed, and a page becomes indexable", async () => {
    const robots = async () => /<meta name="robots"/.test(await (await page.request.get("/products/delta")).text());
    expect(await robots()).toBe(true);
    await page.goto("/admin/site-management?tab=search");
    const description = page.getByRole("spinbutton", { name: /^Characters of a tool's own description/ });
    await expect(description).toHaveValue("120");
    await expectTidy(page);
    const save = page.getByRole("region", { name: "Indexable pages" }).getByRole("button", { name: "Save changes" });
    await description.fill("1001");
    await save.click();
    await expect(description).toHaveAccessibleDescription(/Please enter a number from 0 to 1000/);
    await description.fill("6");
    await save.click();
    await expect(toastOf(page, "Settings saved")).toBeVisible();
    expect(await robots()).toBe(false);
    await page.getByRole("link", { name: "See which pages stay out" }).click();
    await expect(page.getByRole("region", { name: "Indexable pages" })).toContainText("Tools4 of 4");
  });
  await test.step("IndexNow is turned on, which serves its key, and off again", async () => {
    await page.goto("/admin/site-management?tab=search");
    await page.getByRole("button", { name: "Turn on IndexNow" }).click();
    await expect(toastOf(page, "IndexNow is on")).toBeVisible();
    await expect(page.getByText("Nothing yet.")).toBeVisible();
    await expectTidy(page);
    const file = (await page.getByRole("link", { name: "a file with its key" }).getAttribute("href")) ?? "";
    expect(file).toMatch(/^\/[0-9a-f]{32}\.txt$/);
    const served = async () => (await page.request.get(file)).text();
    expect(`/${await served()}.txt`).toBe(file);
    await page.getByRole("button", { name: "Turn off IndexNow" }).click();
    await expect(toastOf(page, "IndexNow is off")).toBeVisible();
    expect((await page.request.get(file)).status()).toBe(404);
  });
});
