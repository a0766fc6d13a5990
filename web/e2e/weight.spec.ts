import type { Page, Response } from "@playwright/test";
import { open } from "./directory";
import { expect, test } from "./test";

/** Returns the resources that a page loads before any interaction. */
async function loaded(page: Page, path: string) {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await open(page, path);
  await page.waitForLoadState("networkidle");
  return responses;
}

const ofType = (responses: Response[], type: string) =>
  responses.filter((response) => response.request().resourceType() === type);

async function bytes(responses: Response[]) {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

test("home's scripts weigh no more than 55 KB before any interaction, and it loads two fonts, both preloaded", async ({
  page,
}) => {
  const responses = await loaded(page, "/");
  const scripts = ofType(responses, "script");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect((await script.allHeaders())["content-encoding"], script.url()).toMatch(/^(br|gzip|zstd)$/);
  expect(await bytes(scripts)).toBeLessThanOrEqual(55_000);

  const fonts = ofType(responses, "font").map((response) => new URL(response.url()).pathname);
  expect(new Set(fonts).size).toBe(2);
  expect(fonts).toHaveLength(2);
  const preloaded = await page
    .locator("head link[rel=preload][as=font]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(preloaded.toSorted()).toEqual(fonts.toSorted());
});

test("public pages load none of the administrator's scripts", async ({ page, request }) => {
  const document = await (await request.get("/admin")).text();
  const own = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file);
  expect(own.length).toBeGreaterThan(0);
  const scripts = ofType(await loaded(page, "/"), "script").map((response) => new URL(response.url()).pathname);
  expect(scripts.filter((path) => own.includes(path))).toEqual([]);
});
