import { signedInTo, toastOf } from "./admin";
import { open } from "./directory";
import { expectTidy, tabTo } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

const behindProxy = async () => ({ VITRINE_TRUSTED_PROXIES: "127.0.0.1/32" });

const test = signedInTo([tool("Viola", { description: "Plays sonatas." }), tool("Cello")], behindProxy);

test("what three searched for in vain is listed, and found by a synonym, with the keyboard alone", async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.goto("/admin/searches");
  await expect(page.getByText(/^No searches in vain in the last 30 days\./)).toBeVisible();
  await expectTidy(page);

  // Visitors, without the session of this browser.
  const request = await playwright.request.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const asked = (client: number, query: string) =>
    request.post("/mcp", {
      headers: { "X-Forwarded-For": `192.0.2.${client}`, Accept: "application/json, text/event-stream" },
      data: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_tools", arguments: { query } },
      },
    });
  const typed = (client: number, path: string) =>
    request.get(path, { headers: { "X-Forwarded-For": `192.0.2.${client}`, "User-Agent": "Mozilla/5.0" } });
  for (const client of [1, 2, 3]) {
    await asked(client, "Xylograms");
    await asked(1, "lutes");
    await typed(client, "/api/catalog?search=zith");
    await typed(client, client === 3 ? "/?search=zithers" : "/api/catalog?search=zithers");
  }
  await request.dispose();
  const list = page.getByRole("list", { name: "Searches in vain" });
  await expect(async () => {
    await page.reload();
    await expect(list.getByRole("listitem")).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await expect(list.getByRole("listitem").first()).toContainText("xylograms");
  await expectTidy(page);

  const begin = page.getByRole("button", { name: "Add a synonym for xylograms" });
  await tabTo(begin);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "People say" })).toHaveValue("xylograms");
  await expect(page.getByRole("textbox", { name: "Tools say" })).toBeFocused();
  await page.keyboard.type("sonata,  duet");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, "Synonym added")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  const synonyms = page.getByRole("list", { name: "Synonyms" });
  await expect(synonyms.getByRole("listitem")).toContainText("sonata, duet");
  await page.getByRole("button", { name: "Edit xylograms" }).press("Enter");
  await expect(synonyms.getByRole("textbox", { name: "People say" })).toBeFocused();
  await expectTidy(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit xylograms" })).toBeFocused();
  await open(page, "/?search=xylogram");
  await expect(page.getByRole("link", { name: "Visit Viola" })).toBeVisible();

  await page.goto("/admin/searches");
  await page.getByRole("button", { name: "Delete xylograms" }).press("Enter");
  await expect(toastOf(page, "Synonym deleted")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await toastOf(page, "Synonym deleted").getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Dismiss zithers" }).press("Enter");
  await expect(toastOf(page, "Search dismissed")).toBeVisible();
  await expect(page.getByText(/^No searches in vain/)).toBeVisible();
  await page.goto("/admin/history?object=synonyms");
  await expect(page.getByText("deleted xylograms")).toBeVisible();
});
