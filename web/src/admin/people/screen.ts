import { lazy } from "react";
import type { AdminScreen, Parts } from "../../kit/admin/parts";

export const peopleScreen: AdminScreen = {
  path: "/admin/people",
  title: "People",
  group: "Settings",
  area: "people",
  load: () => import("./people"),
};

export const invitation: Parts["invitation"] = {
  path: "/admin/invitation",
  title: "Invitation",
  Screen: lazy(() => import("./invitation")),
};
