import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the collections: the list of all, or the editor of one. */
export const collectionsScreen: AdminScreen = {
  path: "/admin/collections",
  title: "Collections",
  group: "Catalog",
  area: "catalog",
  load: () => import("./collections"),
};
