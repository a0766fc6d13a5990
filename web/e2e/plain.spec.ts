import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { hydrated } from "./directory";
import { atBothWidths, tooWide, violations } from "./looks";
import { unreadMail } from "./mail-settings";
import { testOn, tool } from "./own-site";
import { expect } from "./test";

const fields = { useCases: "Write a letter\nRead a letter", categories: ["Writing", "Reading"], tags: ["Open Source"] };
const tools = Array.from({ length: 15 }, (_, i) =>
  tool(`Tool ${i}`, { website: `https://tool-${i}.example/`, ...fields }),
);

/** Built by `make e2e`: the program with a script that cannot render, so that every page is written by Go. */
const plainProgram = fileURLToPath(new URL("../../bin/vitrine-plain", import.meta.url));

const test = testOn(tools, [], async () => unreadMail, plainProgram);

/** One page of each kind. internal/pages tests the plain pages of all screens. */
const kinds = ["/", "/category/writing", "/products/tool-1", "/privacy-policy", "/veo3-generator"];

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

test("plain pages are readable before hydration, and are hydrated by the browser", async ({ page, allow }) => {
  for (const path of kinds) {
    allow.failure(/\.js$/);
    allow.warning(/net::ERR_FAILED/);
    expect(await (await page.request.get(path)).text()).toContain('<div id="root" data-plain>');
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto(path);
    await expect(heading(page)).toHaveCount(1);
    await atBothWidths(page, async () => {
      expect(await tooWide(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    });
    await page.unrouteAll();
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator(".key-hint")).toBeAttached(); // not in Go's pages
    await expect(heading(page)).toHaveCount(1);
    await expect(page.getByRole("banner")).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    await atBothWidths(page, async () => expect(await tooWide(page)).toEqual([]));
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("visitors can get from home to a tool, its category and a search", async ({ page }) => {
    await page.goto("/");
    const links = page.getByRole("link", { name: "Tool 1", exact: true });
    await expect(links).toHaveCount(1);
    await links.first().click();
    await expect(heading(page)).toHaveText("Tool 1");
    await expect(page.getByText("Write a letter")).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Writing" }).click();
    await expect(heading(page)).toHaveText("Writing AI tools");
    await page.getByRole("searchbox").fill("Tool 2");
    await page.getByRole("searchbox").press("Enter");
    await expect(heading(page)).toHaveText(/^[\d,]+ tools? for “Tool 2”$/);
    await expect(page.getByRole("link", { name: "Tool 2", exact: true })).toBeVisible();
  });
});
