import { signedInTo, toastOf } from "./admin";
import { rows } from "./dashboard";
import { open, section } from "./directory";
import { expectTidy } from "./looks";
import { Model } from "./model";
import { expect } from "./test";

const model = new Model();
const test = signedInTo(rows(12), () => model.open());
test.afterAll(() => model.close());

test("an administrator makes a collection, and visitors see it as it was made", async ({ page }) => {
  model.answer = (to) => to.end("Drafted **for** strings.");
  await open(page, "/");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Collections" })).toHaveCount(0);

  await page.goto("/admin/collections");
  await expectTidy(page, () => expect(page.getByRole("heading", { name: "No collections yet" })).toBeVisible());
  await page.getByRole("link", { name: "New collection" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill('Best <b>"strings"</b>');
  await page.getByRole("textbox", { name: "URL" }).fill("best-strings");
  await page.getByRole("textbox", { name: "Author" }).fill("Ann & Bo");
  const search = page.getByRole("combobox", { name: "Add a tool" });
  for (const number of ["0001", "0003", "0005", "0007", "0009"]) {
    await search.fill(`Instrument ${number}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: `Note on Instrument ${number}` })).toBeVisible();
  }
  await page.getByRole("textbox", { name: "Note on Instrument 0003" }).fill("</textarea><script>alert(1)</script>");
  await page.getByRole("button", { name: "Move Instrument 0009", exact: true }).focus();
  for (const key of ["Enter", "Home", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Draft", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Draft of the introduction" });
  await dialog.getByRole("button", { name: "Use this text" }).click();
  await expect(page.getByRole("textbox", { name: "Introduction" })).toHaveValue("Drafted **for** strings.");
  await page.getByText("Published", { exact: true }).click();
  await expectTidy(page, () => expect(search).toBeVisible());
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expectTidy(page, () => expect(preview).toContainText("Drafted for strings."));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Collection saved")).toBeVisible();

  await open(page, "/collections");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Collections" })).toBeVisible();
  await expectTidy(page, () => expect(page.getByText("Drafted for strings.")).toBeVisible());
  await page.getByRole("link", { name: 'Best <b>"strings"</b>' }).click();
  await expect(page).toHaveURL("/best/best-strings");
  await expect(page).toHaveTitle('Best <b>"strings"</b> – Vitrine');
  const names = page.getByRole("main").getByRole("heading", { level: 2 });
  await expectTidy(page, () => expect(names).toHaveCount(5));
  expect(await names.allTextContents()).toEqual(
    ["0009", "0001", "0003", "0005", "0007"].map((number) => `Instrument ${number}`),
  );
  await expect(page.getByText("</textarea><script>alert(1)</script>")).toBeVisible();
  await expect(page.getByText(/^By Ann & Bo · Updated/)).toBeVisible();
  expect(await (await page.request.get("/sitemap.xml")).text()).toContain("/best/best-strings</loc>");
  expect(await (await page.request.get("/collections/feed.xml")).text()).toContain("/best/best-strings");
});

test("home has a row of collections, once there are some with tools", async ({ page }) => {
  const [{ id }] = await (await page.request.get("/api/products")).json();
  for (const slug of ["first", "second", "third"]) {
    const fields = { slug, title: `The ${slug}`, introduction: "Why these.", author: "", status: "published" };
    const data = { ...fields, tools: [{ id, note: "" }] };
    expect((await page.request.post("/api/admin/collections", { data })).status()).toBe(201);
  }
  await open(page, "/");
  const row = section(page, "Collections");
  await expectTidy(page, () => expect(row.getByText("1 tool").first()).toBeVisible());
  await row.getByRole("link", { name: "The third" }).click();
  await expect(page).toHaveURL("/best/third");
  await page.goBack();
  await row.getByRole("link", { name: "All collections" }).click();
  await expect(page).toHaveURL("/collections");
});
