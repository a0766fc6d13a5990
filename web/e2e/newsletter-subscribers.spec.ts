import { readFileSync } from "node:fs";
import { signedInTo, toastOf } from "./admin";
import { expectTidy, tabTo } from "./looks";
import { unreadMail } from "./mail-settings";
import { tool } from "./own-site";
import { expect } from "./test";

// Nothing listens there: a subscription is stored before its email is sent, and the site tries again later.
const test = signedInTo(
  ["Audio", "Writing"].map((name) => tool(name, { categories: [name] })),
  async () => unreadMail,
);

const long = `${"w".repeat(64)}@${"w".repeat(60)}.${"w".repeat(60)}.example`;
const proof = `<img src=x onerror="alert(1)">${"W".repeat(160)} נרשמו`;
const header = "email,subscribed_at,cadence";

test("subscribers are imported, found, looked at, exported and removed, by keyboard alone", async ({ page }) => {
  await page.goto("/admin/readers");
  await expect(page.getByRole("heading", { name: "No accounts yet" })).toBeVisible();
  await page.getByRole("tab", { name: "Accounts" }).press("ArrowRight");
  await page.getByRole("tab", { name: "Subscribers" }).press("Enter");
  await expect(page).toHaveURL("/admin/readers?tab=subscribers");
  await expect(page.getByRole("heading", { name: "No subscribers yet" })).toBeVisible();
  await expectTidy(page);

  const open = page.getByRole("button", { name: "Import CSV" });
  await open.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Import subscribers");
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("button", { name: "Import", exact: true }));
  await page.keyboard.press("Enter");
  await expectTidy(page, () => expect(page.getByText("Choose a file or paste its lines.")).toBeVisible());
  await tabTo(page.getByRole("textbox", { name: "How and when did they agree?" }));
  await page.keyboard.insertText(proof);
  const lines = [header, "ann@example.com,2025-03-31,weekly", `${long},,monthly`, "nobody,,", "bo@example.com,,daily"];
  await page.getByLabel("CSV file").setInputFiles({
    name: `${"people ".repeat(30)}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n")),
  });
  await expectTidy(page, () => expect(page.getByText("5 lines")).toBeVisible());
  await tabTo(page.getByRole("button", { name: "Import", exact: true }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveAccessibleName("2 subscribers added");
  await expect(dialog.getByRole("row", { name: "4 This is not an email address." })).toBeVisible();
  await expectTidy(page);
  await tabTo(page.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");

  const row = (email: string) => page.getByRole("listitem", { name: email });
  await expect(row("ann@example.com")).toContainText("All topics");
  await expect(row(long)).toContainText("Monthly");
  for (const email of ["ann@example.com", long])
    await page.getByRole("button", { name: `Details ${email}` }).press("Enter");
  await expect(row("ann@example.com")).toContainText(`Agreed onMar 31, 2025Consent${proof}Confirmed`);
  await expectTidy(page);

  const asked = await page.request.post("/api/newsletter", { data: { email: "cleo@example.com", topics: [2] } });
  expect(asked.status()).toBe(204);
  await page.getByRole("heading", { name: "Numbers" }).click();
  await page.getByText("Show numbers").click();
  await expectTidy(page, () => expect(page.getByRole("img", { name: /1 subscription, 0 sign-ups/ })).toBeVisible());

  await page.getByRole("searchbox").fill("ANN");
  await expect(row(long)).toBeHidden();
  await expect(row("ann@example.com")).toBeVisible();
  await page.getByRole("combobox", { name: "Topic" }).selectOption("Writing");
  await expect(page).toHaveURL(/search=ANN&topic=\d+&tab=subscribers$/);
  await page.reload();
  await expect(row("ann@example.com")).toBeVisible(); // without topics, they get all
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByRole("heading", { name: "No subscribers match" })).toBeVisible();
  await expectTidy(page);
  await page.getByRole("button", { name: "Clear search and filters" }).press("Enter");

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).press("Enter");
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file).toContain("ann@example.com,2025-03-31T00:00:00Z,weekly,,");
  expect(file).toContain(proof.replaceAll('"', '""'));

  const remove = page.getByRole("button", { name: "Remove ann@example.com" });
  await remove.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Remove this subscriber?" });
  await expectTidy(page, () => expect(question).toContainText("permanently deletes"));
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(toastOf(page, "Subscriber removed")).toBeVisible();
  await expect(row("ann@example.com")).toBeHidden();
  await expect(row(long)).toBeVisible();
});
