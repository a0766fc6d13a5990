import type { AdminScreen } from "../../kit/admin/parts";

/** The signed-in administrator's account, which their email at the foot of the menu opens. */
export const accountScreen: AdminScreen = {
  path: "/admin/account",
  title: "Your account",
  group: "Settings",
  area: "own",
  links: () => [],
  load: () => import("./account"),
};
