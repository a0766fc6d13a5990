import type { Page } from "@playwright/test";
import { signedInTo, toastOf } from "./admin";
import { rows } from "./dashboard";
import { open } from "./directory";
import { expectPressable, expectTidy } from "./looks";
import { expect } from "./test";

const test = signedInTo(rows(12));

const title = "Instrument 0003 vs Instrument 0007";
const compared = "/compare/instrument-0003-vs-instrument-0007";

/** Waits until a view of each page has been written, which happens once a second. */
async function expectViewed(page: Page, ...paths: string[]) {
  const views = async () => {
    const { pages } = await (await page.request.get("/api/admin/visits")).json();
    return paths.map((wanted) => pages.find(({ path }: { path: string }) => path === wanted)?.views);
  };
  await expect.poll(views).toEqual(paths.map(() => 1));
}

test("a verdict is written, changed, deleted and restored, and visitors read it", async ({ page }) => {
  await test.step("an administrator writes a verdict with the keyboard, and visitors read it", async () => {
    const hostile = 'Take **the first** </textarea><script>alert("1")</script>';
    await page.goto("/admin/verdicts");
    const write = page.getByRole("link", { name: "Write a verdict" });
    await expectTidy(page, async () => {
      await expect(page.getByRole("heading", { name: "No verdicts yet" })).toBeVisible();
      await expectPressable(write);
    });
    await write.press("Enter");
    const search = page.getByRole("combobox", { name: "Add a tool" });
    for (const number of ["0007", "0005", "0003"]) {
      await search.fill(`Instrument ${number}`);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Remove Instrument 0005" }).press("Enter");
    await expect(search).toBeFocused();
    await page.getByRole("textbox", { name: "Verdict" }).fill(`${hostile}\n\nSecond line.`);
    const save = page.getByRole("button", { name: "Save", exact: true });
    await expectTidy(page, () => expectPressable(save, page.getByRole("link", { name: /^View comparison/ })));
    await save.press("Enter");
    await expect(toastOf(page, "Verdict saved")).toBeVisible();
    const row = page.getByRole("list", { name: "Verdicts" }).getByRole("listitem");
    await expect(row).toContainText(title);
    await expect(row).toContainText(hostile);
    await expect(row).toContainText("0 views in 30 days");

    await open(page, compared);
    await expect(page.getByRole("region", { name: "Verdict" }).getByText("the first", { exact: true })).toBeVisible();
    await expectViewed(page, compared);
    await page.goto("/admin/verdicts");
    await expect(row).toContainText("1 view in 30 days");
  });
  await test.step("a verdict is changed and deleted, and the deletion is undone", async () => {
    const ids = [];
    for (const slug of ["instrument-0003", "instrument-0007"]) {
      ids.push((await (await page.request.get(`/api/products/${slug}`)).json()).id);
    }
    const saved = await page.request.put(`/api/compare/${ids}/verdict`, { data: { text: "Take the first." } });
    expect(saved.ok()).toBe(true);
    await page.goto("/admin/verdicts");
    const remove = page.getByRole("button", { name: `Delete the verdict on ${title}` });
    await expectTidy(page, () =>
      expectPressable(page.getByRole("link", { name: `View the verdict on ${title}` }), remove),
    );
    await page.getByRole("link", { name: `Edit the verdict on ${title}` }).press("Enter");
    await page.getByRole("textbox", { name: "Verdict" }).fill("Take the second.");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await expect(page.getByRole("list", { name: "Verdicts" })).toContainText("Take the second.");

    await remove.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Delete this verdict?" });
    await question.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(toastOf(page, "Verdict deleted")).toBeVisible();
    expect(await (await page.request.get(compared)).text()).not.toContain("Take the second.");

    await page.goto("/admin/history?object=comparison_verdicts");
    await page.getByText(`deleted the verdict on ${title}`).click();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(toastOf(page, "Verdict restored")).toBeVisible();
    expect(await (await page.request.get(compared)).text()).toContain("Take the second.");
  });
});

test("views of pages are shown to the administrator", async ({ page }) => {
  const { id } = await (await page.request.get("/api/products/instrument-0002")).json();
  const made = await page.request.post("/api/admin/collections", {
    data: { title: "Brass", slug: "brass", status: "published", tools: [{ id, note: "" }] },
  });
  expect(made.status()).toBe(201);
  await open(page, "/best/brass");
  await open(page, "/alternatives/instrument-0002");
  await expectViewed(page, "/best/brass", "/alternatives/instrument-0002");
  await page.goto("/admin/collections");
  await expect(page.getByRole("listitem").filter({ hasText: "Brass" })).toContainText("1 view in 30 days");
  await page.goto("/admin");
  await page.getByRole("button", { name: "Alternatives to Instrument 0002" }).click();
  await expect(page.getByRole("dialog")).toContainText("The page had 1 view in the last 30 days.");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Visits", exact: true }).click();
  const viewed = page.getByRole("table", { name: "Most viewed pages, last 30 days" });
  await expectTidy(page, async () => {
    await expect(viewed.getByRole("row", { name: "Brass 1" })).toBeVisible();
    await expect(viewed.getByRole("row", { name: "Alternatives to Instrument 0002 1" })).toBeVisible();
  });
});
