import { signedInTo } from "./admin";
import { rows } from "./dashboard";
import { press } from "./directory";
import { expectTidy, violations } from "./looks";
import { openTab } from "./site-management";
import { expect } from "./test";

const test = signedInTo(rows(20));

test("each preset is readable on public and admin pages, dark and light", async ({ page }) => {
  test.slow();
  const { presets } = await (await page.request.get("/api/admin/settings")).json();
  expect(presets.map(({ name }: { name: string }) => name)).toEqual(["Default", "Paper", "Terminal", "Playground"]);
  for (const { theme } of presets) {
    expect((await page.request.patch("/api/admin/settings", { data: { theme } })).ok()).toBe(true);
    for (const colorScheme of theme.scheme === "both" ? (["dark", "light"] as const) : (["light"] as const)) {
      await page.emulateMedia({ colorScheme });
      const shown = theme.scheme === "both" ? colorScheme : theme.scheme;
      for (const path of ["/", "/products/instrument-0001", "/admin"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), path).toBe(shown);
        expect(await violations(page), `${path} ${shown}`).toEqual([]);
      }
    }
  }
});

test("a theme is chosen, refused while its text can't be read, and saved", async ({ page, allow }) => {
  await openTab(page, "Appearance", "?tab=appearance");
  await expectTidy(page);
  await press(page, "Paper");
  await expect(page.getByRole("region", { name: "Light" }).getByText("Sample tool")).toBeVisible();
  const accent = page
    .getByRole("group", { name: "Light colors" })
    .getByRole("textbox", { name: "Accent", exact: true });
  await accent.fill("#ffd60a");
  await expect(page.getByRole("row", { name: /accent on background/i })).toContainText("Too low");
  allow.status(422);
  await press(page, "Save changes");
  await expect(page.getByRole("tabpanel").getByText(/accent on background has a contrast of 1\.\d+:1/)).toBeVisible();
  await accent.fill("#9a2617");
  await press(page, "Save changes");
  await expect(page.getByText("Settings saved", { exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(247, 242, 231)");
  const inset = await page.getByRole("link", { name: "Submit AI Tool" }).evaluate((link) => {
    const bar = link.closest("nav") as Element;
    const end = bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight);
    return end - link.getBoundingClientRect().right;
  });
  expect(inset, "the bar's last link ends where the page does, also in a wider font").toBeCloseTo(0, 0);
});

test("a visitor switches between light and dark, which stays, and is there before the page is painted", async ({
  page,
}) => {
  const { presets } = await (await page.request.get("/api/admin/settings")).json();
  const themeOf = (scheme: string) =>
    presets.find(({ theme }: { theme: { scheme: string } }) => theme.scheme === scheme).theme;
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const setTheme = async (scheme: string) => {
    expect((await page.request.patch("/api/admin/settings", { data: { theme: themeOf(scheme) } })).ok()).toBe(true);
    await page.goto("/");
  };
  await page.emulateMedia({ colorScheme: "dark" });
  await setTheme("both");
  expect(await scheme()).toBe("dark");
  await press(page, "Light mode");
  expect(await scheme()).toBe("light");
  await expect(page.getByRole("button", { name: "Dark mode" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      document.documentElement.dataset.painted ??= getComputedStyle(document.documentElement).colorScheme;
    }).observe({ type: "paint", buffered: true });
  });
  await page.goto("/tools");
  await expect(page.locator("html")).toHaveAttribute("data-painted", "light");
  await press(page, "Dark mode");
  expect(await scheme()).toBe("dark");
  await setTheme("dark");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Light|Dark) mode$/ })).toHaveCount(0);
});
