import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { hydrated } from "./directory";
import { tooWide, violations } from "./looks";
import { unreadMail } from "./mail-settings";
import { testOn } from "./own-site";
import { publicPaths } from "./public-pages";
import { expect } from "./test";

const tools = Array.from({ length: 15 }, (_, i) => ({
  name: `Tool ${i}`,
  website: `https://tool-${i}.example/`,
  description: `What tool ${i} does.`,
  useCases: "Write a letter\nRead a letter",
  categories: ["Writing", "Reading"],
  tags: ["Open Source"],
}));

/** Builds the program with a script that cannot render, so that every page is written by Go. */
function withoutRendering(folder: string): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const script = join(root, "web/dist/server/entry-server.js");
  const broken = join(folder, "entry-server.js");
  writeFileSync(broken, `${readFileSync(script)};vitrine.render = () => { throw new Error("as the test wants it"); };`);
  writeFileSync(join(folder, "overlay.json"), JSON.stringify({ Replace: { [script]: broken } }));
  const program = join(folder, "vitrine");
  const order = ["build", "-overlay", join(folder, "overlay.json"), "-o", program, "./cmd/vitrine"];
  const { status, stderr } = spawnSync("go", order, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  if (status !== 0) throw new Error(stderr);
  return program;
}

const test = testOn(tools, [], async () => unreadMail, withoutRendering);

const screens = publicPaths({ category: "writing", tag: "open-source", id: "tool-1", other: "tool-2" });

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

for (const path of screens) {
  test(`${path} is hydrated by the browser`, async ({ page }) => {
    const sent = await (await page.request.get(path)).text();
    expect(sent).toContain('<div id="root" data-plain>');
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator(".key-hint")).toBeAttached(); // not in Go's pages
    await expect(heading(page)).toHaveCount(1);
    await expect(page.getByRole("banner")).toHaveCount(1);
    await expect(page.getByRole("main")).toHaveCount(1);
    expect(await tooWide(page)).toEqual([]);
  });

  test(`${path} is readable and looks right before hydration`, async ({ page, allow }) => {
    allow.failure(/\.js$/);
    allow.warning(/net::ERR_FAILED/);
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto(path);
    await expect(heading(page)).toHaveCount(1);
    expect(await tooWide(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("visitors can get from home to a tool, its category and a search", async ({ page }) => {
    await page.goto("/");
    const links = page.getByRole("link", { name: "Tool 1", exact: true });
    await expect(links).toHaveCount(2); // in the row of new tools, and in the list
    await links.first().click();
    await expect(heading(page)).toHaveText("Tool 1");
    await expect(page.getByText("Write a letter")).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Writing" }).click();
    await expect(heading(page)).toHaveText("Writing AI tools");
    await page.getByRole("searchbox").fill("Tool 2");
    await page.getByRole("searchbox").press("Enter");
    await expect(heading(page)).toHaveText("“Tool 2”");
    await expect(page.getByRole("link", { name: "Tool 2", exact: true })).toBeVisible();
  });
});
