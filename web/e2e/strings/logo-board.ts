import type { Page } from "@playwright/test";
import { answer, asDevelopment, goTo, refuse, type Scenarios, stall } from "./scenario";

const verify = "**/api/verify-logos";
const sync = "**/api/sync-logos";

const logo = (id: number, status: string, overrides: object = {}) => ({
  id,
  name: `Tool ${id}`,
  logo: "",
  status,
  synced: false,
  devExists: null,
  prodExists: null,
  ...overrides,
});

const logos = [
  logo(1, "exists", { synced: true, devExists: true, prodExists: true }),
  logo(2, "missing", { devExists: false, prodExists: true }),
  logo(3, "external"),
  logo(4, "none"),
];

/** Opens the board with these logos. */
const opening = (logos: object[]) => [
  answer("GET", verify, { json: logos }),
  goTo("/admin"),
  (page: Page) => page.locator("#products").getByRole("link", { name: "Logos" }).click(),
];

export const logoBoard: Scenarios = {
  "the logos": [
    {
      acts: [asDevelopment, ...opening(logos)],
      shows: [
        "Logo Management Dashboard",
        ...["Total Products", "With Logos", "Need Sync", "Missing Logos"],
        ...["Search products...", "Sync All"],
        ...["Active", "Missing", "External", "No Logo"],
        ...["Synced", "Needs Sync", "N/A"],
        ...["Dev does not have it", "Prod has it"],
      ],
    },
    { acts: [refuse("POST", sync), "Sync All"], shows: ["Error / Failed to sync logos"] },
    {
      acts: [refuse("POST", sync, "No source is configured."), "Sync All"],
      shows: ["Error / No source is configured."],
    },
    {
      acts: [answer("POST", sync, { json: { synced: 1, missing: 0, failed: 0, failures: [] } }), "Sync All"],
      shows: ["Success / All logos synchronized between dev and production"],
    },
    { acts: [stall("POST", sync), "Sync All"], shows: ["Syncing..."] },
    {
      acts: [(page) => page.getByPlaceholder("Search products...").fill("zzzzzzzzzz")],
      shows: ["No products match your search"],
    },
  ],
  "no logos": [{ acts: opening([]), shows: ["Total Products", "No products found"] }],
};
