import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the scheduled jobs and the backups. */
export const jobsScreen: AdminScreen = {
  path: "/admin/jobs",
  title: "Jobs",
  group: "Settings",
  area: "settings",
  load: () => import("./jobs"),
};
