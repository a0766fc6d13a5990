import { request } from "@playwright/test";
import { expect } from "./test";

/** The administrator of a site with its own data (own-site.ts). */
export const administrator = { email: "keeper@example.com", password: "a long enough password" };

/** The browser's state of a signed-in administrator: the session cookie and the session record. */
export type Session = Awaited<ReturnType<typeof signedIn>>;

/** Signs in and returns the browser's state after it: the session cookie and the session record. */
export async function signedIn(site: string, email = administrator.email) {
  const caller = await request.newContext({ baseURL: site });
  try {
    const response = await caller.post("/api/auth/login", {
      data: { username: email, password: administrator.password },
    });
    expect(response.status()).toBe(200);
    const { user } = await response.json();
    const record = { user, timestamp: Date.now(), expires: Date.now() + 24 * 60 * 60 * 1000 };
    const { cookies } = await caller.storageState();
    const localStorage = [{ name: "admin_user", value: JSON.stringify(record) }];
    return { cookies, origins: [{ origin: site, localStorage }] };
  } finally {
    await caller.dispose();
  }
}
