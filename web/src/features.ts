import type { ComponentType } from "react";
import { accountFeature } from "./public/account/pages";
import { alternativesFeature } from "./public/alternatives/pages";
import { collectionsFeature } from "./public/collections/pages";
import { compareFeature } from "./public/compare/pages";
import { directoryFeature } from "./public/directory/pages";
import { generatorFeature } from "./public/generator/pages";
import { legalFeature } from "./public/legal/pages";
import { newsletterFeature } from "./public/newsletter/pages";
import { savedFeature } from "./public/saved/pages";
import { submitFeature } from "./public/submit/pages";
import type { Feature } from "./route";

// What the program is made of. A feature is taken out by deleting its folders in public and admin and its lines here and
// in parts.

/** The features of visitors' pages, in the order of their pages and of their parts of others'. */
export const features: Feature[] = [
  directoryFeature,
  alternativesFeature,
  compareFeature,
  collectionsFeature,
  generatorFeature,
  savedFeature,
  accountFeature,
  newsletterFeature,
  submitFeature,
  legalFeature,
];

/** A screen of the administrator's area beside the list of products. */
export interface AdminScreen {
  path: string;
  /** The document's title before the site's name (also internal/pages/page.go), and the label of its link. */
  title: string;
  /** What the label begins with, which is enough on a narrow screen. */
  short?: string;
  /** Its link is on the screen of the products. */
  isBelowProducts?: boolean;
  /** What the site must have one of, so that there is a link. */
  needs?: ("accounts" | "newsletter")[];
  load: () => Promise<{ default: ComponentType }>;
}

/* @__NO_SIDE_EFFECTS__ */
const screen = (path: string, title: string, load: AdminScreen["load"], more?: Partial<AdminScreen>): AdminScreen => ({
  path,
  title,
  load,
  ...more,
});

/** The screens of the administrator's area, in the order of their links. A line each, as for the features. */
export const screens: AdminScreen[] = [
  screen("/admin/queue", "Queue", () => import("./admin/queue/queue")),
  screen("/admin/categories", "Categories", () => import("./admin/categories/categories")),
  screen("/admin/collections", "Collections", () => import("./admin/collections/collections")),
  screen("/admin/verdicts", "Comparisons", () => import("./admin/verdicts/verdicts")),
  screen("/admin/readers", "Readers", () => import("./admin/readers/readers"), { needs: ["accounts", "newsletter"] }),
  screen("/admin/newsletter", "Newsletter", () => import("./admin/newsletter/newsletter"), { needs: ["newsletter"] }),
  screen("/admin/reach", "Reach", () => import("./admin/reach/reach")),
  screen("/admin/history", "History", () => import("./admin/history/history")),
  screen("/admin/site-management", "Site Management", () => import("./admin/site-management/site-management"), {
    short: "Site",
  }),
  screen("/admin/logos", "Logos", () => import("./admin/logo-search/logo-search"), { isBelowProducts: true }),
];
