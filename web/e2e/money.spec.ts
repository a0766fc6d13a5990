import { signedInTo, toastOf } from "./admin";
import { open } from "./directory";
import { expectPressable, expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

const test = signedInTo([tool("Viola"), tool("Cello", { website: "https://cello.example/?via=me" })]);

test("an affiliate link is added in a tool's form, named before it is clicked, and what it earns is imported", async ({
  page,
  context,
  allow,
}) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: "Edit Viola" }).click();
  await page.getByRole("button", { name: "Add affiliate link" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add affiliate link" });
  await form.getByRole("combobox", { name: "Network" }).fill("Impact");
  await form.getByRole("textbox", { name: "Link" }).fill("https://net.example/c");
  await form.getByRole("textbox", { name: "Sub-ID" }).fill("s={placement}-{tool}");
  await expectTidy(page);
  await form.getByRole("button", { name: "Add link" }).press("Enter");
  await expect(toastOf(page, "Affiliate link added")).toBeVisible();
  await expect(page.getByRole("list", { name: "Affiliate links of Viola" })).toContainText("In use");
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: /^More actions for the link/ })));
  await page.keyboard.press("Escape");

  await allow.host("net.example");
  allow.failure(/^https:\/\/net\.example\//); // a redirect is not stubbed
  await open(page, "/");
  await expect(page.getByRole("link", { name: "Visit Cello" })).not.toContainText("Affiliate");
  const visit = page.getByRole("link", { name: "Affiliate: Visit Viola" });
  const asked = context.waitForEvent("request", (request) => request.url().startsWith("https://net.example/"));
  await visit.press("Enter");
  expect((await asked).url()).toMatch(/^https:\/\/net\.example\/c\?s=(home|list)-viola$/);
  expect((await asked).headers().referer).toBeUndefined();
  await open(page, "/products/viola");
  await expect(page.getByRole("link", { name: "We may earn a commission" }).first()).toBeVisible();
  await page.goto("/how-we-rank"); // which has no script
  await expect(page.getByText("Affiliate links lead to 1 of 2 tools right now.")).toBeVisible();
  await expectTidy(page);

  await page.goto("/admin/money");
  await page.getByRole("button", { name: "Import earnings" }).click();
  const report = page.getByRole("dialog", { name: "Import earnings" });
  await report.getByRole("combobox", { name: "Network" }).fill("Impact");
  const today = new Date().toISOString().slice(0, "2026-11-29".length);
  const buffer = Buffer.from(`Action Id,Action Date,Earnings,Currency,SubId1\n1,${today},12.50,USD,list-viola\n`);
  await report.getByLabel("Choose a CSV file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
  await report.getByRole("button", { name: "Check the report" }).click();
  const enter = report.getByRole("button", { name: "Import 1 earning" });
  await expectTidy(page, () => expectPressable(enter));
  await enter.click();
  const row = page.getByRole("row", { name: /^Viola/ });
  await expect(row).toContainText("$12.50");
  await expect(row.getByRole("cell").nth(2)).toHaveText("1"); // the click above
  await expectTidy(page);

  await page.goto("/admin/money?tab=links");
  await page.getByRole("checkbox", { name: /^Select the link of Viola/ }).check();
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: "Turn off" })));
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(toastOf(page, "1 link changed")).toBeVisible();
  await open(page, "/");
  await expect(page.getByRole("link", { name: "Visit Viola" })).not.toContainText("Affiliate");
});

test("a website that is an affiliate link is moved beside the tool's own address, and back", async ({ page }) => {
  await page.goto("/admin/money?tab=links");
  await page.getByRole("button", { name: "Find their own addresses" }).press("Enter");
  const grid = page.getByRole("dialog", { name: "Websites that are affiliate links" });
  await expect(grid.getByRole("listitem")).toContainText("→ https://cello.example/");
  await grid.getByRole("checkbox", { name: "Select all 1 tool" }).press("Space");
  await expectTidy(page, () => expectPressable(grid.getByRole("button", { name: "Accept" })));
  await grid.getByRole("button", { name: "Accept" }).press("Enter");
  await expect(toastOf(page, "1 website moved")).toBeVisible();
  await expect(grid.getByText("Nothing is left to decide.")).toBeVisible();
  await toastOf(page, "1 website moved").getByRole("button", { name: "Undo" }).click();
  await expect(grid.getByRole("listitem")).toContainText("→ https://cello.example/");
});

test("a deal with a code is there until it ends", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: "Edit Viola" }).click();
  const form = page.getByRole("dialog", { name: "Edit Product" });
  await form.getByRole("switch", { name: "Deal" }).check();
  await form.getByRole("textbox", { name: "Promo text" }).fill("Half price");
  await form.getByText("Code, URL and dates of the deal").press("Enter");
  await form.getByRole("textbox", { name: "Code" }).fill("STRINGS");
  await form.getByRole("textbox", { name: "Deal URL" }).fill("https://net.example/deal");
  await form.getByLabel("Until").fill("2099-01-02T12:00");
  await expectTidy(page, () => expectPressable(form.getByRole("button", { name: "Update Product" })));
  await form.getByRole("button", { name: "Update Product" }).click();
  await expect(form).toHaveCount(0);

  await open(page, "/deals");
  await expect(page.getByText("Half price")).toBeVisible();
  await expect(page.getByText("Ends Jan 2, 2099")).toBeVisible();
  await expect(page.getByRole("link", { name: "Affiliate: Get the deal from Viola" })).toBeVisible();
  await expectTidy(page, () => expectPressable(page.getByRole("button", { name: /^STRINGS/ })));
  await open(page, "/products/viola");
  await expect(page.getByRole("complementary", { name: "Promotion" })).toContainText("STRINGS");
  await expectTidy(page);

  await page.goto("/admin");
  await page.getByRole("button", { name: "Edit Viola" }).click();
  await form.getByLabel("Until").fill("2020-01-02T12:00");
  await form.getByRole("button", { name: "Update Product" }).click();
  await expect(form).toHaveCount(0);
  await open(page, "/deals");
  await expect(page.getByText("No deals are running right now.")).toBeVisible();
  await open(page, "/products/viola");
  await expect(page.getByRole("complementary", { name: "Promotion" })).toHaveCount(0);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Edit Viola" }).click();
  await expect(form.getByRole("textbox", { name: "Promo text" })).toHaveValue("Half price");
});

test("a booked tool stands as Sponsored on the home page, and in its list too", async ({ page }) => {
  await page.goto("/admin/money?tab=bookings");
  await page.getByRole("button", { name: "Add booking" }).click();
  const form = page.getByRole("dialog", { name: "Add booking" });
  await form.getByRole("combobox", { name: "Tool" }).fill("Cello");
  await page.getByRole("option", { name: /Cello/ }).click();
  await form.getByLabel("From").fill("2020-01-02T12:00");
  await form.getByLabel("Until").fill("2099-01-02T12:00");
  const enter = form.getByRole("button", { name: "Add booking" });
  await expectTidy(page, () => expectPressable(enter));
  await enter.click();
  const list = page.getByRole("list", { name: "Bookings" });
  await expect(list).toContainText("Running");
  await expectTidy(page);
  await page.getByRole("tab", { name: "Advertise" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("## Prices\n\nA row costs **90** a month.");
  await page.getByRole("textbox", { name: "Link to pay" }).fill("https://pay.example/");
  await expectTidy(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toastOf(page, "Settings saved")).toBeVisible();

  await open(page, "/");
  await page.getByRole("link", { name: "Advertise" }).click();
  await expect(page.getByRole("cell", { name: "A row of the home page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Book a place" })).toHaveAttribute("href", "https://pay.example/");
  await expectTidy(page);
  const [booking] = (await (await page.request.get("/api/bookings")).json()) as { key: string }[];
  await expect(async () => {
    await page.goto(`/booking/${booking?.key}`);
    await expect(page.getByText("1 view and 0 clicks so far.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectTidy(page);
  await open(page, "/");
  await expect(
    page.getByRole("region", { name: "Sponsored" }).getByRole("link", { name: "Visit Cello" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Visit Cello" })).toHaveCount(2);
  await expectTidy(page);

  await page.goto("/admin/money?tab=bookings");
  await page.getByRole("button", { name: /^More actions/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No bookings yet" })).toBeVisible();
  await open(page, "/");
  await expect(page.getByRole("region", { name: "Sponsored" })).toHaveCount(0);
});
