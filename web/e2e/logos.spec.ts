import { signedInTo } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

// On a top-level domain that resolves nowhere, so that no website is read.
const test = signedInTo(["alpha", "beta", "gamma"].map((name) => tool(name, { website: `https://${name}.invalid/` })));

test("logos are looked for from the product list, and why there are none is listed", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("button", { name: /^No logo/ }).click();
  const search = page.getByRole("region", { name: "Search for logos" });
  await expect(search).toContainText("3 tools have no logo.");
  await expectTidy(page);
  await search.getByRole("button", { name: "Find logos" }).press("Enter");
  await expect(search).toContainText("0 logos found. 3 tools without a usable icon on their website.");
  await page.goto("/admin/logos");
  await expect(page.getByRole("heading", { name: "No logos to review" })).toBeVisible();
  await expectTidy(page);
  await page.getByRole("button", { name: /^Not found/ }).press("Enter");
  const list = page.getByRole("list", { name: "Not found" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list).toContainText("The website's URL isn't public.");
  await expectTidy(page);
});
