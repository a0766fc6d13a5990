import type { BrowserContext } from "@playwright/test";
import { expect } from "./test";

/** Who keeps the catalogue of a site of its own (own-site.ts). */
export const administrator = { email: "keeper@example.com", password: "a long enough password" };

/** Signs in as the screens do: a session in the cookies, and the record that the screens go by. */
export async function signIn(context: BrowserContext, baseURL: string) {
  const response = await context.request.post(`${baseURL}/api/auth/login`, {
    data: { username: administrator.email, password: administrator.password },
  });
  expect(response.status()).toBe(200);
  const { user } = await response.json();
  await context.addInitScript((record) => localStorage.setItem("admin_user", JSON.stringify(record)), {
    user,
    timestamp: Date.now(),
    expires: Date.now() + 24 * 60 * 60 * 1000,
  });
}
