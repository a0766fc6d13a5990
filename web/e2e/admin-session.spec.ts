import type { Page } from "@playwright/test";
import { endSession, recordOf, signIn, toastOf } from "./admin";
import { test } from "./admin-site";
import { administrator, signedIn } from "./administrator";
import { expectPressable, expectTidy, violations } from "./looks";
import { expect } from "./test";

test.use({ storageState: { cookies: [], origins: [] } }); // nobody is signed in yet

const lifetime = 24 * 60 * 60 * 1000;
const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Dashboard" });
const panel = (page: Page) => page.getByRole("heading", { level: 1, name: "Admin Panel" });
const question = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

async function openDashboard(page: Page) {
  await page.goto("/admin/login");
  await signIn(page);
  await expect(dashboard(page)).toBeVisible();
}

test("signing in stores a record for 24 hours and the server's cookie; a wrong password stores nothing", async ({
  page,
  context,
  allow,
}) => {
  allow.status(401);
  allow.failure(/login/);
  allow.warning(/ERR_FAILED/);
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveTitle("Admin Panel – Vitrine");
  await test.step("a wrong password", async () => {
    await signIn(page, "not the password");
    await expect(toastOf(page, "Login Failed")).toContainText("Invalid credentials");
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Invalid credentials");
    expect(await recordOf(page)).toBeNull();
    expect(await context.cookies()).toEqual([]);
  });
  await test.step("a server that cannot be reached", async () => {
    await page.route("**/api/auth/login", (route) => route.abort());
    await signIn(page);
    await expect(toastOf(page, "Failed to connect to server")).toContainText("Error");
    await expect(page.getByRole("button", { name: "Login" })).toBeEnabled();
    await page.unroute("**/api/auth/login");
  });
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

test("only a record that the server knows opens a screen, and it is extended then", async ({ page, allow }) => {
  allow.status(401);
  allow.status(404);
  const setRecord = (text: string) => page.evaluate((record) => localStorage.setItem("admin_user", record), text);
  const answers = new Set<number>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/site") answers.add(response.status()); // the site is public
  });
  await test.step("a forged record shows nothing and is removed", async () => {
    const user = { id: 1, email: "me@evil.example", name: "", isAdmin: true };
    for (const path of ["/admin", "/admin/site-management", "/admin/history"]) {
      await page.goto("/admin/login");
      await setRecord(JSON.stringify({ user, timestamp: Date.now(), expires: 9e15 }));
      await page.goto(path);
      await expect(page).toHaveURL(/\/admin\/login$/);
      await expect(panel(page)).toBeVisible();
      await expect(page.getByText("Viola")).toHaveCount(0);
      await expect.poll(() => recordOf(page)).toBeNull();
    }
    expect([...answers]).toEqual([401]);
  });
  await openDashboard(page);
  await test.step("a valid one is extended to 24 hours", async () => {
    const record = (await recordOf(page)) as { expires: number };
    await setRecord(JSON.stringify({ ...record, expires: Date.now() + 60_000 }));
    await page.goto("/admin");
    await expect(dashboard(page)).toBeVisible();
    expect(((await recordOf(page)) as { expires: number }).expires).toBeGreaterThan(Date.now() + lifetime - 60_000);
  });
  for (const [what, record] of [
    ["cannot be read", "{not json"],
    ["has expired", JSON.stringify({ user: { email: administrator.email }, timestamp: 0, expires: 1 })],
  ] as const) {
    await test.step(`one that ${what} is removed`, async () => {
      await setRecord(record);
      await page.goto("/admin/categories");
      await expect(panel(page)).toBeVisible();
      await expect.poll(() => recordOf(page)).toBeNull();
    });
  }
});

test("a session that ends during editing asks for the password: nothing is lost, or one leaves after a warning", async ({
  page,
  allow,
}) => {
  allow.status(401);
  await openDashboard(page);
  await page.goto("/admin/categories");
  const rename = async (from: string, to: string) => {
    await page.getByRole("button", { name: `Rename ${from}` }).click();
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
  for (const name of ["Products", "Queue", "Categories"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Categories" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Rename Reeds" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Double reeds");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Double reeds", { exact: true })).toBeVisible();

  const cookies = await context.cookies();
  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Logged out")).toContainText("You have been successfully logged out");
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => recordOf(page)).toBeNull();
  await expect.poll(() => context.cookies()).toEqual([]);
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await context.addCookies(cookies);
  expect((await page.request.get("/api/auth/me")).status()).toBe(401);
});

test("changing the password ends the other sessions, but not this one", async ({ page, request, session, ownSite }) => {
  const data = { username: administrator.email, password: administrator.password };
  expect((await request.post("/api/auth/login", { data })).status()).toBe(200);
  await openDashboard(page);
  await changePassword(page, administrator.password, "quite another password");
  expect((await request.get("/api/auth/me")).status()).toBe(401);
  await changePassword(page, "quite another password", administrator.password);
  Object.assign(session, await signedIn(ownSite)); // the session of the other tests has ended too
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
