import type { Page } from "@playwright/test";

/** Holds the requests to these URLs until the returned function is called; then the server answers them. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue().catch(() => undefined); // the page has aborted it in the meantime
  });
  return release;
}
