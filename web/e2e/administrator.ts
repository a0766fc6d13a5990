import { request } from "@playwright/test";
import { expect } from "./test";

/** Who keeps the catalogue of a site of its own (own-site.ts). */
export const administrator = { email: "keeper@example.com", password: "a long enough password" };

/** What a browser keeps once one has signed in there: the session's cookie, and the record that the screens go by. */
export async function signedIn(site: string) {
  const caller = await request.newContext({ baseURL: site });
  try {
    const response = await caller.post("/api/auth/login", {
      data: { username: administrator.email, password: administrator.password },
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
