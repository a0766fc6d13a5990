import { alternativesAction } from "./admin/alternatives/alternatives-dialog";
import { collectionsScreen } from "./admin/collections/screen";
import { drafting } from "./admin/drafting/drafting";
import { IndexNowCard } from "./admin/indexnow/index-now-card";
import { logosScreen } from "./admin/logo-search/screen";
import { LogoSearch } from "./admin/logo-search/search-panel";
import { newsletterScreen } from "./admin/newsletter/screen";
import { subscribersTab } from "./admin/newsletter/subscribers";
import { reachScreen } from "./admin/reach/screen";
import { usersTab } from "./admin/readers/users";
import { syncTab } from "./admin/sync/sync-tab";
import { verdictsScreen } from "./admin/verdicts/screen";
import type { AdminScreen, Parts } from "./kit/admin/parts";
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

/** The screens of the administrator's area, in the order of their links. */
export const screens: AdminScreen[] = [
  { path: "/admin/queue", title: "Queue", load: () => import("./admin/queue/queue") },
  { path: "/admin/categories", title: "Categories", load: () => import("./admin/categories/categories") },
  collectionsScreen,
  verdictsScreen,
  {
    path: "/admin/readers",
    title: "Readers",
    needs: ["accounts", "newsletter"],
    load: () => import("./admin/people/people"),
  },
  newsletterScreen,
  reachScreen,
  { path: "/admin/history", title: "History", load: () => import("./admin/history/history") },
  {
    path: "/admin/site-management",
    title: "Site Management",
    short: "Site",
    load: () => import("./admin/site-management/site-management"),
  },
  logosScreen,
];

/** What features bring to the screens of others. */
export const parts: Parts = {
  IndexNow: IndexNowCard,
  LogoSearch,
  alternatives: alternativesAction,
  drafting,
  subscribers: subscribersTab,
  sync: syncTab,
  users: usersTab,
};
