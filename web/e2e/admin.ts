import type { Page } from "@playwright/test";
import { administrator } from "./administrator";
import { type Row, type Settings, testOn } from "./own-site";
import { expect } from "./test";

/** Tests with a signed-in administrator on their own site with these tools. A site's tests share the session. */
export const signedInTo = (rows: Row[], settings?: Settings) =>
  testOn(rows, [], settings).extend({ storageState: ({ session }, use) => use(session) });

/** Signs in with the form. */
export async function signIn(page: Page, password = administrator.password) {
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Ends the session on the server. The browser still has its cookie and its record. */
export async function endSession(page: Page) {
  const cookies = await page.context().cookies();
  const response = await page.request.post("/api/auth/logout");
  expect(response.status()).toBe(204);
  await page.context().addCookies(cookies);
}

/** Returns the session record, or null. */
export const recordOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("admin_user") ?? "null") as Record<string, unknown> | null);

/** Closes a toast, unless it has already disappeared. */
export async function dismiss(page: Page, text: string) {
  const toast = toastOf(page, text);
  await expect(async () => {
    if (await toast.isVisible()) await toast.getByLabel("Dismiss").click({ timeout: 1000 });
    await expect(toast).toBeHidden({ timeout: 1000 });
  }).toPass();
}

export const toastOf = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });
