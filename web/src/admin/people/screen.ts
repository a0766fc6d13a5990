import type { AdminScreen } from "../../kit/admin/parts";

export const peopleScreen: AdminScreen = {
  path: "/admin/people",
  title: "People",
  group: "Settings",
  area: "people",
  load: () => import("./people"),
};
