import { answer, asDevelopment, press, refuse, type Scenario, stall } from "./scenario";

const sync = "**/api/sync/manual";

export const syncTab: Scenario[] = [
  {
    name: "database sync",
    steps: [
      {
        act: async (page) => {
          await asDevelopment(page);
          await page.goto("/admin/site-management?tab=sync");
        },
        shows: ["Manual Sync", "Sync Now", "CLI Tools", "Export Data", "Import Data"],
      },
      {
        act: async (page) => {
          await refuse(page, "POST", sync);
          await press(page, "Sync Now");
        },
        shows: ["Error / Failed to sync database. Please try again."],
      },
      {
        act: async (page) => {
          await answer(page, "POST", sync, { json: {} });
          await press(page, "Sync Now");
        },
        shows: ["Success / Database sync completed successfully"],
      },
      {
        act: async (page) => {
          await stall(page, "POST", sync);
          await press(page, "Sync Now");
        },
        shows: ["Syncing..."],
      },
    ],
  },
];
