import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the tools whose website is broken. */
export const linksScreen: AdminScreen = {
  path: "/admin/links",
  title: "Links",
  group: "Catalog",
  area: "catalog",
  load: () => import("./links"),
};
