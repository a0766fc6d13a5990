import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of what search engines find. */
export const reachScreen: AdminScreen = {
  path: "/admin/reach",
  title: "SEO",
  group: "Insights",
  area: "insights",
  load: () => import("./reach"),
};
