import type { AdminScreen } from "../../kit/admin/parts";

/** The screen that adds tools by the URLs of their websites. */
export const additionsScreen: AdminScreen = {
  path: "/admin/add",
  title: "Add by URL",
  group: "Catalog",
  area: "catalog",
  load: () => import("./additions"),
};
