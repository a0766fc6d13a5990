import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import { Mailbox } from "./mailbox";
import { expect } from "./test";

const mailbox = new Mailbox();
const test = signedInTo([], () => mailbox.open());
test.afterAll(() => mailbox.close());

const hostile = `<img src=x onerror="alert(1)">${"W".repeat(160)}`;
const long = `${"w".repeat(64)}@${"w".repeat(60)}.${"w".repeat(60)}.example`;

const people = [
  { email: "ann@example.com", name: "Ann Öster" },
  { email: long, name: hostile },
  { email: "noor@example.com", name: "نور الهدى בת-ים" },
  { email: "nameless@example.com", name: "" },
];

test("readers are found, disabled, sent a code and deleted", async ({ page }) => {
  await page.goto("/admin/readers");
  await expect(page.getByRole("heading", { name: "No accounts yet" })).toBeVisible();
  await expectTidy(page);
  for (const person of people) {
    const response = await page.request.post("/api/users", { data: { ...person, password: "a good enough password" } });
    expect(response.status()).toBe(204);
  }
  await expect
    .poll(async () => (await (await page.request.get("/api/admin/users")).json()).counts.all, { timeout: 60_000 })
    .toBe(people.length);

  await page.reload();
  const row = (email: string) => page.getByRole("listitem", { name: email });
  for (const { email } of people) await expect(row(email).getByText("Unverified")).toBeVisible();
  await expect(row(long).getByText(hostile)).toBeVisible();
  await expectTidy(page);

  await page.getByRole("searchbox").press("Tab");
  await expect(page.getByRole("button", { name: /^All/ })).toBeFocused();
  await page.getByRole("searchbox").fill("öster");
  await expect(row("ann@example.com")).toBeVisible();
  await expect(row("nameless@example.com")).toBeHidden();
  await page.getByRole("searchbox").fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No accounts match your search" })).toBeVisible();
  await expectTidy(page);
  await page.getByRole("button", { name: "Clear search and filters" }).press("Enter");

  await page.getByRole("button", { name: "Send a new code ann@example.com" }).press("Enter");
  await expect(toastOf(page, "New code on its way")).toBeVisible();
  await page.getByRole("button", { name: "Disable ann@example.com" }).press("Enter");
  await expect(toastOf(page, "Account disabled")).toBeVisible();
  await expect(row("ann@example.com").getByText("Disabled")).toBeVisible();
  await expect(page.getByRole("button", { name: "Enable ann@example.com" })).toBeFocused();
  await page.getByRole("button", { name: /^Disabled/ }).press("Enter");
  await expect(row("nameless@example.com")).toBeHidden();
  await expect(row("ann@example.com")).toBeVisible();
  await expectTidy(page);

  await page.getByRole("button", { name: `Delete ann@example.com` }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete this account?" });
  await expectTidy(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Delete ann@example.com` })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(toastOf(page, "Account deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No disabled accounts" })).toBeVisible();
  await page.getByRole("button", { name: /^All/ }).press("Enter");
  await expect(row("nameless@example.com")).toBeVisible();
  await expect(row("ann@example.com")).toBeHidden();
});
