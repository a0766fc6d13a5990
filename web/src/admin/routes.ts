import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy } from "react";
import { screens } from "../admin-features";
import { productPageQuery } from "../api/admin-products";
import { listQuery, parseFilters } from "../kit/admin/list-filters";
import type { Area } from "../kit/admin/may";
import { homePath } from "../kit/admin/session";
import { NotFound } from "./not-found";
import { Dashboard } from "./products/dashboard";

/** An admin screen for signed-in users. */
interface AdminRoute {
  /** The document's title before the site's name. The server has the same table. */
  title: string;
  screen: ComponentType;
  /** What an administrator must be allowed to read. */
  area: Area;
  /** Requests what the screen shows first, together with the user. */
  read?: (queries: QueryClient) => Promise<void>;
}

const readProducts = (queries: QueryClient) =>
  queries.prefetchQuery(productPageQuery(listQuery(parseFilters(location.search)), 0));

const routes = new Map<string, AdminRoute>([
  [homePath, { title: "Admin Dashboard", screen: Dashboard, area: "catalog", read: readProducts }],
  ...screens.map(({ path, title, area, load }): [string, AdminRoute] => [path, { title, area, screen: lazy(load) }]),
]);

const unknown: AdminRoute = { title: "Page Not Found", area: "own", screen: NotFound };

/** Reports whether there is an admin screen at this path below /admin. */
export const isAdminScreen = (path: string) => routes.has(path);

/** Returns the screen at a path below /admin, or the not-found screen. */
export const adminRouteOf = (path: string): AdminRoute => routes.get(path) ?? unknown;
