import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the logos that were found. */
export const logosScreen: AdminScreen = {
  path: "/admin/logos",
  title: "Logos",
  isBelowProducts: true,
  load: () => import("./logo-search"),
};
