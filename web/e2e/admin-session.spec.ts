import type { Page } from "@playwright/test";
import { endSession, recordOf, signIn, toastOf } from "./admin";
import { test } from "./admin-site";
import { administrator } from "./administrator";
import { expectPressable, expectTidy } from "./looks";
import { expect } from "./test";

test.use({ storageState: { cookies: [], origins: [] } }); // nobody is signed in yet

const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Dashboard" });
const panel = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Panel" });
const question = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

test("a session that ends during editing asks for the password: nothing is lost, or one leaves after a warning", async ({
  page,
  allow,
}) => {
  allow.status(401);
  await page.goto("/admin/login");
  await signIn(page);
  await expect(dashboard(page)).toBeVisible();
  await page.goto("/admin/categories");
  const rename = async (from: string, to: string) => {
    await page.getByRole("button", { name: `Edit ${from}` }).click();
    await endSession(page);
    await page.keyboard.type(to);
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeVisible();
  };
  await test.step("the password is asked for, and then the change is saved", async () => {
    await rename("Fiddles", "Bowed fiddles");
    await expect(question(page).getByLabel("Email")).toHaveValue(administrator.email);
    await expect(question(page).getByLabel("Password")).toBeFocused();
    await expectTidy(page, () => expectPressable(question(page).getByRole("button", { name: "Login" })));
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press("Tab");
      expect(await question(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await question(page).getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    await expect(question(page).getByText("Invalid credentials")).toBeVisible();
    await question(page).getByLabel("Password").fill(administrator.password);
    await page.keyboard.press("Enter");
    await expect(toastOf(page, "Fiddles is now Bowed fiddles.")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    const named = await (await page.request.get("/api/categories")).json();
    expect(named.map(({ name }: { name: string }) => name)).toContain("Bowed fiddles");
  });
  await test.step("without it, a warning comes before the sign-in page", async () => {
    await rename("Horns", "Lost");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    const warning = page.getByRole("dialog", { name: "Leave without signing in?" });
    await expect(warning).toContainText("Unsaved changes will be lost.");
    await warning.getByRole("button", { name: "Stay" }).click();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await warning.getByRole("button", { name: "Leave" }).click();
    await expect(panel(page)).toBeVisible();
    await expect.poll(() => recordOf(page)).toBeNull();
  });
});

test("signing in, working and signing out by keys alone; Back shows nothing of it", async ({
  page,
  context,
  allow,
}) => {
  allow.status(401);
  await page.goto("/admin/login");
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(administrator.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(administrator.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dashboard(page)).toBeVisible();
  await page.reload();
  await expect(dashboard(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Go to…" })).toBeFocused();
  for (const name of ["Products", "Categories"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Categories" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Edit Reeds" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Double reeds");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Double reeds", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Double reeds" })).toBeFocused();

  await page.getByRole("button", { name: "Password" }).press("Enter");
  await expectTidy(page, () => expect(page.getByRole("dialog", { name: "Change password" })).toBeVisible());
  await page.keyboard.press("Escape");

  const cookies = await context.cookies();
  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Logged out")).toContainText("You have been successfully logged out");
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => recordOf(page)).toBeNull();
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(["device"]); // only that one stays
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await context.addCookies(cookies);
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
});
