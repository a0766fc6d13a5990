import type { QueryKey } from "@tanstack/react-query";
import { type ComponentType, lazy } from "react";
import { adminProductsQuery } from "../api/admin-products";
import { Categories } from "./categories/categories";
import { History } from "./history/history";
import { NotFound } from "./not-found";
import { Dashboard } from "./products/dashboard";
import { homePath } from "./session";

/** One of the administrator's screens, for those who are signed in. */
interface AdminRoute {
  /** Of the document, before the site's name. The server has the same table. */
  title: string;
  screen: ComponentType;
  /** What the screen begins with: it is asked for together with who is there. */
  reads?: QueryKey;
}

const routes = new Map<string, AdminRoute>([
  [homePath, { title: "Admin Dashboard", screen: Dashboard, reads: adminProductsQuery().queryKey }],
  ["/admin/categories", { title: "Categories", screen: Categories }],
  ["/admin/history", { title: "History", screen: History }],
  ["/admin/queue", { title: "Queue", screen: lazy(() => import("./queue/queue")) }],
  [
    "/admin/site-management",
    { title: "Site Management", screen: lazy(() => import("./site-management/site-management")) },
  ],
]);

const unknown: AdminRoute = { title: "Page Not Found", screen: NotFound };

/** Whether a screen stands at this path below /admin, for those who are signed in. */
export const isAdminScreen = (path: string) => routes.has(path);

/** The screen at a path below /admin; the not-found screen where there is none. */
export const adminRouteOf = (path: string): AdminRoute => routes.get(path) ?? unknown;
