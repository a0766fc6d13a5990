import { answer, asDevelopment, press, refuse, type Scenario, stall } from "./scenario";

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

export const logoBoard: Scenario[] = [
  {
    name: "the logos",
    steps: [
      {
        act: async (page) => {
          await asDevelopment(page);
          await answer(page, "GET", verify, { json: logos });
          await page.goto("/admin");
          await page.getByRole("link", { name: "Go to logos" }).click();
        },
        shows: [
          "Logo Management Dashboard",
          ...["Total Products", "With Logos", "Need Sync", "Missing Logos"],
          ...["Search products...", "Sync All"],
          ...["Active", "Missing", "External", "No Logo"],
          ...["Synced", "Needs Sync", "N/A"],
          ...["Dev does not have it", "Prod has it"],
        ],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", sync);
          await press(page, "Sync All");
        },
        shows: ["Error / Failed to sync logos"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", sync, "No source is configured.");
          await press(page, "Sync All");
        },
        shows: ["Error / No source is configured."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", sync, { json: { synced: 1, missing: 0, failed: 0, failures: [] } });
          await press(page, "Sync All");
        },
        shows: ["Success / All logos synchronized between dev and production"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", sync);
          await press(page, "Sync All");
        },
        shows: ["Syncing..."],
      },
      {
        act: (page) => page.getByPlaceholder("Search products...").fill("zzzzzzzzzz"),
        shows: ["No products match your search"],
      },
    ],
  },
  {
    name: "no logos",
    steps: [
      {
        act: async (page) => {
          await answer(page, "GET", verify, { json: [] });
          await page.goto("/admin");
          await page.getByRole("link", { name: "Go to logos" }).click();
        },
        shows: ["Total Products", "No products found"],
      },
    ],
  },
];
