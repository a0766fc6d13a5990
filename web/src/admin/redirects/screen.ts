import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the URLs that the site had before it moved here. */
export const redirectsScreen: AdminScreen = {
  path: "/admin/redirects",
  title: "Old URLs",
  group: "Catalog",
  area: "catalog",
  load: () => import("./redirects"),
};
