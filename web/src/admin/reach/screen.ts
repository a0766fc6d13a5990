import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of what search engines find. */
export const reachScreen: AdminScreen = {
  path: "/admin/reach",
  title: "Reach",
  load: () => import("./reach"),
};
