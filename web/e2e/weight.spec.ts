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

test("home is light: few scripts of its own, two fonts, no inline script, assets cached for ever", async ({
  page,
  directory,
  request,
}) => {
  await test.step("home is light: few scripts, two fonts, no inline script, assets cached for ever", async () => {
    await test.step("home's scripts weigh no more than 55 KB before any interaction", async () => {
      const scripts = ofType(await loaded(page, "/"), "script");
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts)
        expect((await script.allHeaders())["content-encoding"], script.url()).toMatch(/^(br|gzip|zstd)$/);
      expect(await bytes(scripts)).toBeLessThanOrEqual(55_000);
    });
    await test.step("a page loads two fonts, both preloaded in its head", async () => {
      const fonts = ofType(await loaded(page, "/"), "font").map((response) => new URL(response.url()).pathname);
      expect(new Set(fonts).size).toBe(fonts.length);
      expect(fonts.length).toBe(2);
      const preloaded = await page
        .locator("head link[rel=preload][as=font]")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(preloaded.toSorted()).toEqual(fonts.toSorted());
    });
    await test.step("assets are cached for ever, documents are revalidated", async () => {
      const { slug } = await directory.productWith("at all", () => true);
      const responses = [...(await loaded(page, "/")), ...(await loaded(page, `/products/${slug}`))];
      const files = responses.filter((response) => new URL(response.url()).pathname.startsWith("/assets/"));
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) expect((await file.allHeaders())["cache-control"], file.url()).toMatch(/immutable/);
      for (const document of ofType(responses, "document")) {
        const headers = await document.allHeaders();
        expect(headers["cache-control"]).toContain("no-cache");
        expect(headers.etag).toBeTruthy();
      }
    });
    await test.step("the document contains no inline script except data", async () => {
      await open(page, "/");
      const inline = await page
        .locator("script:not([src])")
        .evaluateAll((scripts) => scripts.map((script) => script.getAttribute("type")));
      for (const type of inline) expect(type).toMatch(/^application\/(ld\+)?json$/);
      expect(await page.locator("[onclick], [onload], [onerror]").count()).toBe(0);
    });
  });
  await test.step("the admin and the public documents share no script", async () => {
    const scripts = async (path: string) =>
      [...(await (await request.get(path)).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
        ([, file]) => file,
      );
    const shared = new Set(await scripts("/"));
    expect(shared.size).toBeGreaterThan(0);
    const own = await scripts("/admin");
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((file) => shared.has(file))).toEqual([]);
    const loaded: string[] = [];
    page.on("request", (asked) => loaded.push(new URL(asked.url()).pathname));
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    expect(loaded.filter((path) => own.includes(path))).toEqual([]);
  });
});
