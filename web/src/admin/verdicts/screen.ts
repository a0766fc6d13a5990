import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of the verdicts on comparisons: the list of all, or the editor of one. */
export const verdictsScreen: AdminScreen = {
  path: "/admin/verdicts",
  title: "Comparisons",
  group: "Catalog",
  area: "catalog",
  load: () => import("./verdicts"),
};

/** The URL of the editor of the verdict on products, by their ids with commas between them; without, of a new one. */
export const editAddress = (products = "new") => `${verdictsScreen.path}?edit=${products}`;

/** Returns what a URL's query edits: the products of a verdict, "new", or null for the list. */
export const editedAt = (search: string) => new URLSearchParams(search).get("edit");
