import { signedInTo } from "./admin";
import { expectTidy } from "./looks";
import { tool } from "./own-site";
import { expect } from "./test";

// On a top-level domain that resolves nowhere, so that no website is read.
const test = signedInTo(["alpha", "beta", "gamma"].map((name) => tool(name, { website: `https://${name}.invalid/` })));

test("links are checked, and visitors read when a person has checked one", async ({ page }) => {
  await page.goto("/admin/links");
  const panel = page.getByRole("region", { name: "Link checks" });
  await expect(panel).toContainText("Checks start within an hour. 3 websites not checked yet.");
  await expectTidy(page);
  await panel.getByRole("button", { name: "Check now" }).press("Enter");
  await expect(panel).toContainText("Last check finished", { timeout: 20_000 });
  await page.getByRole("button", { name: /^Refused/ }).press("Enter");
  const list = page.getByRole("list", { name: "Refused" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list).toContainText("The website's URL isn't public.");
  await expectTidy(page);
  await list.getByRole("button", { name: "I checked it: beta" }).press("Enter");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.goto("/products/beta");
  await expect(page.getByText("Link checked")).toBeVisible();
});
