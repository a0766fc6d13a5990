import type { Page } from "@playwright/test";
import { toastOf } from "./admin";
import { test } from "./admin-site";
import { open } from "./directory";
import { expectPressable, expectTidy } from "./looks";
import { submitTool } from "./submission";
import { expect } from "./test";

test("a submission is approved as a product, or rejected with a reason", async ({ page, allow }) => {
  allow.status(422);
  const [good, bad] = ["Good Tool", "Bad Tool"];
  const [goodStatus, badStatus] = [await submitTool(page.request, good), await submitTool(page.request, bad)];
  await page.goto("/admin/queue");
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
  await expectTidy(page);

  await page.getByRole("button", { name: `Approve ${good}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Approve Submission" });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(good);
  await expectTidy(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
  await page.getByRole("button", { name: `Approve ${good}` }).press("Enter");
  await dialog.getByRole("button", { name: "Create Product" }).press("Enter");
  await expect(toastOf(page, "Product created successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: good })).toBeHidden();

  await page.getByRole("button", { name: `Reject ${bad}` }).press("Enter");
  const question = page.getByRole("dialog", { name: `Reject ${bad}` });
  await question.getByRole("button", { name: "Reject", exact: true }).press("Enter");
  await expect(question.getByText("Please enter a reason")).toBeVisible();
  await question.getByLabel("Reason").fill("Not an AI tool.");
  await expectTidy(page);
  await question.getByRole("button", { name: "Reject", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: bad })).toBeHidden();
  await page.getByRole("button", { name: /^Rejected/ }).press("Enter");
  await expect(page.getByText("Not an AI tool.")).toBeVisible();
  await expectTidy(page);

  await page.goto(badStatus);
  await expect(page.getByText("Not an AI tool.")).toBeVisible();
  await page.goto(goodStatus);
  await page.getByRole("link", { name: "View in the directory" }).click();
  await expect(page.getByRole("heading", { name: good })).toBeVisible();
});

test("what keeps pages out of search engines is listed, and a tool opens in its dialog", async ({ page }) => {
  const { findings } = await (await page.request.get("/api/admin/reach")).json();
  const { pages } = findings.find(({ id }: { id: string }) => id === "tool-description");
  await page.goto("/admin/reach");
  const why = page.getByRole("region", { name: "Why pages aren't indexable" });
  const short = why.getByRole("link", { name: /^Short description/ });
  await expect(short).toHaveText(new RegExp(`${pages}$`));
  await expect(page.getByRole("region", { name: "Indexable pages" })).toContainText(/Tools\d+ of \d+/);
  await expect(page.getByRole("region", { name: "Also worth a look" })).toContainText("Orphans");
  await expectTidy(page);
  await short.press("Enter");
  const list = page.getByRole("region", { name: `Short description (${pages})` });
  await expect(list).toBeFocused();
  await expectTidy(page);
  const edit = list.getByRole("button", { name: "Edit Instrument 0001" });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit Product" });
  await expect(dialog.getByRole("textbox", { name: "Description", exact: true })).toHaveValue(/^Plays part 1 of/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

/** Waits until a view of each page has been written, which happens once a second. */
async function expectViewed(page: Page, ...paths: string[]) {
  const views = async () => {
    const { pages } = await (await page.request.get("/api/admin/visits")).json();
    return paths.map((wanted) => pages.find(({ path }: { path: string }) => path === wanted)?.views);
  };
  await expect.poll(views).toEqual(paths.map(() => 1));
}

test("a verdict is written by keys, read and counted", async ({ page }) => {
  const title = "Instrument 0003 vs Instrument 0007";
  const compared = "/compare/instrument-0003-vs-instrument-0007";
  const hostile = 'Take **the first** </textarea><script>alert("1")</script>';
  const list = page.getByRole("list", { name: "Verdicts" });
  await page.goto("/admin/verdicts");
  const write = page.getByRole("link", { name: "Write a verdict" });
  await expectTidy(page, async () => {
    await expect(page.getByRole("heading", { name: "No verdicts yet" })).toBeVisible();
    await expectPressable(write);
  });
  await test.step("tools are found and removed, and the verdict is saved as text", async () => {
    await write.press("Enter");
    const search = page.getByRole("combobox", { name: "Add a tool" });
    for (const number of ["0007", "0005", "0003"]) {
      await search.fill(`Instrument ${number}`);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("list", { name: "Compared tools" })).toContainText(number);
    }
    await page.getByRole("button", { name: "Remove Instrument 0005" }).press("Enter");
    await expect(search).toBeFocused();
    await page.getByRole("textbox", { name: "Verdict" }).fill(`${hostile}\n\nSecond line.`);
    const save = page.getByRole("button", { name: "Save", exact: true });
    await expectTidy(page, () => expectPressable(save, page.getByRole("link", { name: /^View comparison/ })));
    await save.press("Enter");
    await expect(toastOf(page, "Verdict saved")).toBeVisible();
    for (const text of [title, hostile, "0 views in 30 days"]) await expect(list).toContainText(text);
    await expectTidy(page, async () => {
      await page.getByRole("button", { name: `More actions for the verdict on ${title}` }).click();
      await expectPressable(
        page.getByRole("link", { name: `View the verdict on ${title}` }),
        page.getByRole("button", { name: `Delete the verdict on ${title}` }),
      );
    });
  });
  await test.step("visitors read it, and are counted", async () => {
    await open(page, compared);
    await expect(page.getByRole("region", { name: "Verdict" }).getByText("the first", { exact: true })).toBeVisible();
    await expectViewed(page, compared);
    await page.goto("/admin/verdicts");
    await expect(list).toContainText("1 view in 30 days");
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
  await page.goto("/admin?search=0002");
  await page.getByRole("button", { name: "More actions for Instrument 0002" }).click();
  await page.getByRole("button", { name: "Alternatives to Instrument 0002" }).click();
  await expect(page.getByRole("dialog")).toContainText("The page had 1 view in the last 30 days.");
  await page.goto("/admin/traffic");
  const viewed = page.getByRole("table", { name: "Most viewed pages, last 30 days" });
  await expectTidy(page, async () => {
    await expect(viewed.getByRole("row", { name: "Brass 1" })).toBeVisible();
    await expect(viewed.getByRole("row", { name: "Alternatives to Instrument 0002 1" })).toBeVisible();
  });
});

test("logos that were found are reviewed in a grid", async ({ page }) => {
  const proposals = ["Alpha", "Beta", "Gamma"].map((name, index) => ({
    product: index + 1,
    name,
    slug: name.toLowerCase(),
    website: `https://www.${name.toLowerCase()}.example/a/very/long/path/that/does/not/fit/into/a/card`,
    state: "proposed",
    image: "",
    logoColor: "#88aaff",
    source: `https://cdn.example/icons/${name.toLowerCase()}/apple-touch-icon-precomposed.png`,
    reason: "",
    updatedAt: "2026-11-25T10:00:00Z",
  }));
  const run = { status: "idle", startedBy: "", startedAt: "", endedAt: "", missing: 3, pending: 0, proposed: 3 };
  await page.route("**/api/admin/logo-search", (route) => route.fulfill({ json: { ...run, none: 0, dismissed: 0 } }));
  await page.route("**/api/admin/logo-proposals?*", (route) => route.fulfill({ json: { proposals, next: 0 } }));
  await page.goto("/admin/logos");
  const list = page.getByRole("list", { name: "Found" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByRole("link", { name: /^beta\.example/ })).toBeVisible();
  await expectTidy(page);
});

test("on a production site the logo board says why none can be synced, and what its counters count", async ({
  page,
}) => {
  await page.goto("/admin");
  await page.locator("#products").getByRole("link", { name: "Logos" }).click();
  const board = page.getByRole("region", { name: "Logo Management Dashboard" });
  const first = board
    .getByRole("list", { name: "Logos" })
    .getByRole("listitem")
    .filter({ hasText: "Instrument" })
    .first();
  await expect(first.getByText("No Logo")).toBeVisible();
  await expectTidy(page, async () => {
    await expect(board.getByText("This is the production site")).toBeVisible();
    await expect(board.getByRole("button", { name: "Sync All" })).toBeDisabled();
    await expect(first.getByText("N/A")).toBeHidden();
  });
  const counted = (name: RegExp) => board.getByRole("button", { name });
  await counted(/^Total Products/).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab"); // Need Sync is disabled on a production site
  await expect(page.locator(".tooltip")).toHaveText(/^Products that have no logo/);
  await expect(counted(/^Missing Logos/)).toHaveAccessibleDescription(/whose logo file is missing from this site/);
});
