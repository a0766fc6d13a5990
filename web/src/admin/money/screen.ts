import { lazy } from "react";
import type { AdminScreen } from "../../kit/admin/parts";

/** What affiliate links earn, all of them, and the bookings. */
export const moneyScreen: AdminScreen = {
  path: "/admin/money",
  title: "Money",
  group: "Money",
  area: "money",
  links: () => moneyTabs,
  load: () => import("./money"),
};

export const moneyTabs = [
  { id: "earnings", label: "Earnings" },
  { id: "links", label: "Affiliate links" },
  { id: "bookings", label: "Bookings" },
  { id: "advertise", label: "Advertise" },
];

/** The affiliate links of a product, in its form. */
export const ProductLinks = lazy(() => import("./links"));
