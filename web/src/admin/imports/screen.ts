import type { AdminScreen } from "../../kit/admin/parts";

/** The screen that imports tools from a file. */
export const importScreen: AdminScreen = {
  path: "/admin/import",
  title: "Import",
  group: "Catalog",
  area: "catalog",
  load: () => import("./imports"),
};
