import type { AdminScreen } from "../../kit/admin/parts";

/** The screen of what visitors search for in vain, and of the synonyms that help. */
export const searchesScreen: AdminScreen = {
  path: "/admin/searches",
  title: "Searches",
  group: "Insights",
  area: "catalog",
  load: () => import("./searches"),
};
