import { type Browser, type Page, request } from "@playwright/test";
import { administrator, signedIn } from "./administrator";
import { expectTidy } from "./looks";
import { run, testOn, tool } from "./own-site";
import { submitTool } from "./submission";
import { expect, type OwnSite } from "./test";

// On a top-level domain that resolves nowhere, so that no website is read.
const test = testOn(
  ["Viola", "Cello", "Lute"].map((name) =>
    tool(name, { website: `https://${name.toLowerCase()}.invalid/`, categories: [`${name}s`] }),
  ),
);

/** The controls of administrators' screens that change nothing on the site: whoever sees a screen has them. */
const reading = [
  /^(Section|Type|Area|Action|Category|Mark|Needs|Sort|View)$/, // filters, and what is shown
  /^(No logo|Pending|Approved|Rejected|Gone|Taken over|Parked|Moved|Refused|OK) \d+$/,
  /^(Total Products|With Logos|Need Sync|Missing Logos) \d+$/,
  /clicks in 30 days$|^(Search|Clicks by day:|More actions for) /,
  /^(Grid|List|Refresh)$/,
];

/** Stores a thing of each kind that the screens list, beside the tools. */
async function fill(site: string) {
  const { cookies } = await signedIn(site);
  const caller = await request.newContext({ baseURL: site, storageState: { cookies, origins: [] } });
  const send = async (method: string, path: string, data?: object) =>
    expect((await caller.fetch(path, { method, ...(data ? { data } : {}) })).ok(), path).toBe(true);
  await send("POST", "/api/admin/collections", { title: "For strings", status: "published", tools: [] });
  await send("PUT", "/api/compare/1,2/verdict", { text: "The one is deeper." });
  await send("POST", "/api/admin/synonyms", { says: "fiddle", means: "viola" });
  await send("DELETE", "/api/products/3");
  await send("POST", "/api/admin/links/start");
  await submitTool(caller, "Harp");
  await caller.dispose();
}

/** Opens a site as an administrator with a role. */
async function openAs(browser: Browser, { address, folder }: OwnSite, role: string) {
  const email = `${role}@example.com`;
  run(["admin", "create", "--data", folder, "--email", email, "--role", role], `${administrator.password}\n`);
  const context = await browser.newContext({ storageState: await signedIn(address, email), baseURL: address });
  return context.newPage();
}

/** The screens whose things are elsewhere than where their link leads. */
const further = ["/admin/history?view=trash", "/admin/history?object=products"];

/** Returns the names of a screen's enabled controls that may change something: those of its details and of a menu too. */
async function changing(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const main = page.getByRole("main");
  for (const summary of await main.locator("summary").all()) if (await summary.isVisible()) await summary.click();
  const refused = main.getByRole("button", { name: /^Refused/ });
  if (await refused.isVisible()) {
    await refused.click();
    await expect(main.getByRole("list", { name: "Refused" }).getByRole("listitem")).toHaveCount(2);
  }
  const menu = main.getByRole("button", { name: /^More actions/ }).first();
  if (await menu.isVisible()) await menu.click();
  const names = await main
    .locator("button:enabled, input:enabled, select:enabled, textarea:enabled, a[href*='?edit=']")
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .map(
          (control) =>
            control.getAttribute("aria-label") ??
            (control as HTMLInputElement).labels?.[0]?.innerText ??
            (control as HTMLElement).innerText,
        ),
    );
  return names
    .map((name) => name.replace(/\s+/g, " ").trim())
    .filter((name) => !reading.some((known) => known.test(name)));
}

test("who may only look has no control that changes something", async ({ browser, site }) => {
  await fill(site.address);
  const [viewer, editor] = [await openAs(browser, site, "viewer"), await openAs(browser, site, "editor")];
  await editor.goto("/admin");
  const links = editor.getByRole("navigation", { name: "Admin" }).getByRole("link");
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const changed: string[] = [];
  for (const path of [...paths, ...further]) {
    if ((await changing(editor, path)).length > 0) changed.push(path); // so the viewer's has something to hide
    expect(await changing(viewer, path), path).toEqual([]);
  }
  expect(changed).toEqual([
    "/admin",
    ...[
      "categories",
      "collections",
      "verdicts",
      "logos",
      "links",
      "redirects",
      "add",
      "import",
      "queue",
      "searches",
      "history",
    ].map((name) => `/admin/${name}`),
    ...further,
  ]);
  await viewer.goto("/admin");
  await expectTidy(viewer);
});
