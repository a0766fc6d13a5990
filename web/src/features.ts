import type { ComponentType } from "react";
import { accountPages } from "./public/account/pages";
import { alternativesPages } from "./public/alternatives/pages";
import { collectionPages } from "./public/collections/pages";
import { comparePages } from "./public/compare/pages";
import { directoryPages } from "./public/directory/pages";
import { legalPages } from "./public/legal/pages";
import { newsletterPages } from "./public/newsletter/pages";
import { submitPages } from "./public/submit/pages";
import { lazyRoute, type Route } from "./route";

// What the program is made of. A feature is taken out by deleting its folders in public and admin and its lines here and
// in app.tsx. A function and a list, so that the scripts of visitors have nothing of the administrator's and the reverse.

/** The pages of visitors, by feature. `isKnown` reports whether one of them is at a path. */
export const pages = (isKnown: (path: string) => boolean): Route[] => [
  ...directoryPages(),
  ...alternativesPages(),
  ...comparePages(),
  ...collectionPages(),
  lazyRoute(
    "/veo3-generator",
    async () => (await import("./public/generator/generator")).Generator,
    "VEO 3 Script Generator",
  ),
  lazyRoute("/saved", async () => (await import("./public/saved/saved")).Saved, "Saved tools"),
  ...accountPages(isKnown),
  ...newsletterPages(),
  ...submitPages(),
  ...legalPages(),
];

/** A screen of the administrator's area beside the list of products. */
export interface AdminScreen {
  path: string;
  /** The document's title before the site's name (also internal/app/pages.go), and the label of its link. */
  title: string;
  /** What the label begins with, which is enough on a narrow screen. */
  short?: string;
  /** Its link is on the screen of the products. */
  isBelowProducts?: boolean;
  /** What the site must have one of, so that there is a link. */
  needs?: ("accounts" | "newsletter")[];
  load: () => Promise<{ default: ComponentType }>;
}

/** The screens of the administrator's area, in the order of their links. */
export const screens: AdminScreen[] = [
  { path: "/admin/queue", title: "Queue", load: () => import("./admin/queue/queue") },
  { path: "/admin/categories", title: "Categories", load: () => import("./admin/categories/categories") },
  { path: "/admin/collections", title: "Collections", load: () => import("./admin/collections/collections") },
  { path: "/admin/verdicts", title: "Comparisons", load: () => import("./admin/verdicts/verdicts") },
  {
    path: "/admin/readers",
    title: "Readers",
    needs: ["accounts", "newsletter"],
    load: () => import("./admin/readers/readers"),
  },
  {
    path: "/admin/newsletter",
    title: "Newsletter",
    needs: ["newsletter"],
    load: () => import("./admin/newsletter/newsletter"),
  },
  { path: "/admin/reach", title: "Reach", load: () => import("./admin/reach/reach") },
  { path: "/admin/history", title: "History", load: () => import("./admin/history/history") },
  {
    path: "/admin/site-management",
    title: "Site Management",
    short: "Site",
    load: () => import("./admin/site-management/site-management"),
  },
  {
    path: "/admin/logos",
    title: "Logos",
    isBelowProducts: true,
    load: () => import("./admin/logo-search/logo-search"),
  },
];
