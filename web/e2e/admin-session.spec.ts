import type { Page } from "@playwright/test";
import { endSession, recordOf, signIn, toastOf } from "./admin";
import { administrator } from "./administrator";
import { expectPressable, expectTidy, violations } from "./looks";
import { type Row, testOn } from "./own-site";
import { expect } from "./test";

const tool = (name: string, category: string): Row => ({
  name,
  website: `https://${name.toLowerCase()}.example/`,
  description: `${name} does what its name says.`,
  categories: [category],
});

const test = testOn([
  tool("Viola", "Strings"),
  tool("Tuba", "Brass"),
  tool("Oboe", "Winds"),
  tool("Gong", "Percussion"),
]);

const lifetime = 24 * 60 * 60 * 1000;
const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Dashboard" });
const panel = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Panel" });
const question = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

async function openDashboard(page: Page) {
  await page.goto("/admin/login");
  await signIn(page);
  await expect(dashboard(page)).toBeVisible();
}

test("signing in says what is wrong, and opens the dashboard; the record lasts 24 hours, the cookie is the server's", async ({
  page,
  context,
  allow,
}) => {
  await test.step("a wrong password shows an error and stores nothing", async () => {
    allow.status(401);
    await page.goto("/admin/login");
    await signIn(page, "not the password");
    await expect(toastOf(page, "Login Failed")).toContainText("Invalid credentials");
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Invalid credentials");
    await expect.poll(() => recordOf(page)).toBeNull();
    expect(await context.cookies()).toEqual([]);
  });
  await test.step("a server that cannot be reached has its own message", async () => {
    allow.failure(/login/);
    allow.warning(/ERR_FAILED/);
    await page.goto("/admin/login");
    await page.route("**/api/auth/login", (route) => route.abort());
    await signIn(page);
    await expect(toastOf(page, "Failed to connect to server")).toContainText("Error");
    await expect(page.getByRole("button", { name: "Login" })).toBeEnabled();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
  await test.step("signing in opens the dashboard with a welcome toast; the record lasts 24 hours, the cookie is the server's", async () => {
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(panel(page)).toBeVisible();
    await expect(page).toHaveTitle("Admin Panel – Vitrine");
    await signIn(page);
    await expect(dashboard(page)).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(toastOf(page, "Welcome to the admin panel!")).toBeVisible();
    const record = (await recordOf(page)) as { user: { email: string }; timestamp: number; expires: number };
    expect(Object.keys(record).toSorted()).toEqual(["expires", "timestamp", "user"]);
    expect(record.user.email).toBe(administrator.email);
    expect(record.expires - record.timestamp).toBe(lifetime);
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });
});

test("a forged record shows nothing and is removed", async ({ page, allow }) => {
  allow.status(401);
  allow.status(404);
  const forged = {
    user: { id: 1, email: "me@evil.example", name: "", isAdmin: true },
    timestamp: Date.now(),
    expires: 9e15,
  };
  const answers = new Set<number>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/site") answers.add(response.status()); // the site is public
  });
  for (const path of ["/admin", "/admin/site-management", "/admin/history"]) {
    await page.goto("/admin/login");
    await page.evaluate((record) => localStorage.setItem("admin_user", JSON.stringify(record)), forged);
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(panel(page)).toBeVisible();
    await expect(page.getByText("Viola")).toHaveCount(0);
    await expect.poll(() => recordOf(page)).toBeNull();
  }
  expect([...answers]).toEqual([401]);
});

test("a session that ends during editing asks for the password or ends for good, and nothing is lost unasked", async ({
  page,
  allow,
}) => {
  await test.step("a session that ends during editing asks for the password, and nothing is lost", async () => {
    allow.status(401);
    await openDashboard(page);
    await page.goto("/admin/categories");
    await page.getByRole("button", { name: "Rename Strings" }).click();
    await endSession(page);
    await page.keyboard.type("Bowed strings");
    await page.keyboard.press("Enter");
    await expect(question(page)).toBeVisible();
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
    await expect(toastOf(page, "Strings is now Bowed strings.")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    const named = await page.request.get("/api/categories");
    expect((await named.json()).map(({ name }: { name: string }) => name)).toContain("Bowed strings");
  });
  await test.step("a user who does not enter the password again is warned, and then redirected to the sign-in page", async () => {
    allow.status(401);
    await openDashboard(page);
    await page.goto("/admin/categories");
    await page.getByRole("button", { name: "Rename Brass" }).click();
    await endSession(page);
    await page.keyboard.type("Lost");
    await page.keyboard.press("Enter");
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

test("signing out ends the session, and the back button shows nothing of it", async ({ page, context, allow }) => {
  allow.status(401);
  await openDashboard(page);
  await page.getByRole("link", { name: "Categories" }).click();
  await expect(page.getByRole("heading", { name: "Categories" })).toBeVisible();
  const cookies = await context.cookies();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(toastOf(page, "Logged out")).toContainText("You have been successfully logged out");
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect.poll(() => recordOf(page)).toBeNull();
  await expect.poll(() => context.cookies()).toEqual([]);
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await context.addCookies(cookies);
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
});

test("signing in and out works by keyboard alone", async ({ page }) => {
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
  for (const name of ["Products", "Queue", "Categories"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Categories" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Rename Winds" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Woodwinds");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Woodwinds", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeVisible();
});

test("changing the password ends the other sessions, but not this one", async ({ page, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const signedInThere = await elsewhere.post("/api/auth/login", {
    data: { username: administrator.email, password: administrator.password },
  });
  expect(signedInThere.status()).toBe(200);
  await openDashboard(page);
  await changePassword(page, administrator.password, "quite another password");
  expect((await elsewhere.get("/api/auth/me")).status()).toBe(401);
  await changePassword(page, "quite another password", administrator.password);
  await elsewhere.dispose();
});

async function changePassword(page: Page, from: string, to: string) {
  await page.getByRole("button", { name: "Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel("Current password").fill(from);
  await dialog.getByLabel("New password", { exact: true }).fill(to);
  await dialog.getByLabel("Repeat the new password").fill(to);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(toastOf(page, "Password changed")).toBeVisible();
  await expect(dialog).toHaveCount(0);
}
