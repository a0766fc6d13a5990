import type { Page } from "@playwright/test";
import { expect } from "./test";

export async function openTab(page: Page, tab: string, query = "") {
  await page.goto(`/admin/site-management${query}`);
  await expect(page.getByRole("tab", { selected: true })).toHaveText(tab);
  await expect(page.getByText("Loading...")).toHaveCount(0);
}

/** The legal pages, by their paths. */
export const legalPages = {
  "privacy-policy": "Privacy Policy",
  "terms-of-service": "Terms of Service",
  "affiliate-disclaimer": "Affiliate Disclaimer",
  "gdpr-cookies": "GDPR Cookies Disclaimer",
};

/** Replaces the site's social links with these. */
export async function setLinks(page: Page, platforms: string[], url = "https://social.example/vitrine") {
  for (const { id } of await linksOf(page)) await page.request.delete(`/api/social-media/${id}`);
  for (const [index, platform] of platforms.entries()) {
    const data = { platform, url, isActive: true, displayOrder: index + 1 };
    expect((await page.request.post("/api/social-media", { data })).status()).toBe(201);
  }
}

export async function linksOf(page: Page): Promise<{ id: number; platform: string; isActive: boolean; url: string }[]> {
  return (await page.request.get("/api/social-media")).json();
}

/** Deletes the site's logos. */
export async function dropLogos(page: Page) {
  const logos: { id: number }[] = await (await page.request.get("/api/logo-settings")).json();
  for (const { id } of logos) await page.request.delete(`/api/logo-settings/${id}`);
}
