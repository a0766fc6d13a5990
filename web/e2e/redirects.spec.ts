import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

const test = signedInTo([tool("Viola"), tool("Cello")]);

test("old URLs are imported after a dry run, lead to tools, and can be undone, with the keyboard alone", async ({
  page,
  request,
}) => {
  await page.goto("/admin/redirects");
  await expect(page.getByRole("heading", { name: "No old URLs yet" })).toBeVisible();
  await expectTidy(page);
  await page.getByRole("button", { name: "Import…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import old URLs" });
  await dialog.getByLabel("Choose a file with old URLs").setInputFiles({
    name: "old.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("old,new\n/tool/viola,/products/viola\n/?p=7,/products/cello\n/news,\n"),
  });
  await dialog.getByRole("combobox", { name: "URLs that match nothing here" }).selectOption("gone");
  await dialog.getByRole("button", { name: "Check the file" }).press("Enter");
  await expect(dialog.getByText("2 match, 1 don't and will answer 410. 3 new, 0 changed.")).toBeVisible();
  await expectTidy(page);
  await dialog.getByRole("button", { name: "Import 3 old URLs" }).press("Enter");
  const imported = toastOf(page, "3 old URLs imported");
  await expect(imported).toBeVisible();
  const list = page.getByRole("list", { name: "Old URLs" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expectTidy(page);

  const answer = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    return `${response.status()} ${response.headers().location ?? ""}`.trim();
  };
  expect(await answer("/Tool/Viola/")).toBe("301 /products/viola");
  expect(await answer("/?p=7")).toBe("301 /products/cello");
  expect(await answer("/news/")).toBe("410");
  expect(await answer("/no-news")).toBe("404");

  await imported.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByRole("heading", { name: "No old URLs yet" })).toBeVisible();
  expect(await answer("/tool/viola")).toBe("404");

  await page.getByRole("button", { name: "Add old URL" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add old URL" });
  await form.getByRole("textbox", { name: "Old URL" }).fill("https://old.example/viola.html");
  await form.getByRole("textbox", { name: "New URL" }).fill("/products/viola");
  await expectTidy(page);
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Old URL added")).toBeVisible();
  await expect(list).toContainText("/viola.html");
  expect(await answer("/viola.html")).toBe("301 /products/viola");
  await page.getByRole("button", { name: "Delete /viola.html" }).press("Enter");
  await expect(toastOf(page, "Old URL deleted")).toBeVisible();
  expect(await answer("/news")).toBe("404");
});
