import { answer, asDevelopment, goTo, refuse, type Scenarios, stall } from "./scenario";

const sync = "**/api/sync/manual";

export const syncTab: Scenarios = {
  "database sync": [
    {
      acts: [asDevelopment, goTo("/admin/site-management?tab=sync")],
      shows: ["Manual Sync", "Sync Now", "CLI Tools", "Export Data", "Import Data"],
    },
    { acts: [refuse("POST", sync), "Sync Now"], shows: ["Error / Failed to sync database. Please try again."] },
    {
      acts: [answer("POST", sync, { json: {} }), "Sync Now"],
      shows: ["Success / Database sync completed successfully"],
    },
    { acts: [stall("POST", sync), "Sync Now"], shows: ["Syncing..."] },
  ],
};
