import { signedInTo, toastOf } from "./admin";
import { expectTidy } from "./looks";
import type { Row } from "./own-site";
import { expect } from "./test";

const tool = (name: string): Row => ({
  name,
  website: `https://${name.toLowerCase()}.invalid/`,
  description: `${name} writes.`,
  categories: ["Writing"],
  type: "Free",
  section: "Our Products",
});

const test = signedInTo(["Alpha", "Beta", "Gamma"].map(tool));

test("logos are looked for from the product list, and reviewed in a grid", async ({ page }) => {
  await test.step("logos are looked for from the product list, and why there are none is listed", async () => {
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
    await expect(list).toContainText("The website's address isn't public.");
    await expectTidy(page);
  });
  await test.step("logos are reviewed in a grid", async () => {
    const proposals = ["Alpha", "Beta", "Gamma"].map((name, index) => ({
      product: index + 1,
      name,
      slug: name.toLowerCase(),
      website: `https://www.${name.toLowerCase()}.example/a/very/long/path/that/does/not/fit/into/a/card`,
      state: "proposed",
      image: "",
      logoColor: "#88aaff",
      source: `https://cdn.example/icons/${name.toLowerCase()}/apple-touch-icon-precomposed.png`,
      reason: "",
      updatedAt: "2026-11-25T10:00:00Z",
    }));
    const run = { status: "idle", startedBy: "", startedAt: "", endedAt: "", missing: 3, pending: 0, proposed: 3 };
    await page.route("**/api/admin/logo-search", (route) => route.fulfill({ json: { ...run, none: 0, dismissed: 0 } }));
    await page.route("**/api/admin/logo-proposals?*", (route) => route.fulfill({ json: { proposals, next: 0 } }));
    await page.goto("/admin/logos");
    const list = page.getByRole("list", { name: "Found" });
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await expect(list.getByRole("link", { name: /^beta\.example/ })).toBeVisible();
    await expectTidy(page);
    await page.getByRole("button", { name: "Accept all 3" }).click(); // the site has found none
    await expect(toastOf(page, "Nothing to accept")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss the logo of Gamma" }).click();
    await toastOf(page, "Logo dismissed").getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Proposal restored")).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});
