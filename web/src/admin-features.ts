import { accountScreen } from "./admin/account/screen";
import { additionsScreen } from "./admin/additions/screen";
import { alternativesAction } from "./admin/alternatives/alternatives-dialog";
import { collectionsScreen } from "./admin/collections/screen";
import { drafting } from "./admin/drafting/drafting";
import { importScreen } from "./admin/imports/screen";
import { IndexNowCard } from "./admin/indexnow/index-now-card";
import { jobsScreen } from "./admin/jobs/screen";
import { linksScreen } from "./admin/link-checks/screen";
import { LogoSearch, logosScreen, proposeLogo } from "./admin/logo-search/search-panel";
import { moneyScreen, ProductLinks } from "./admin/money/screen";
import { newsletterScreen, subscribersTab } from "./admin/newsletter/screen";
import { invitation, peopleScreen } from "./admin/people/screen";
import { reachScreen } from "./admin/reach/screen";
import { usersTab } from "./admin/readers/users";
import { redirectsScreen } from "./admin/redirects/screen";
import { searchesScreen } from "./admin/searches/screen";
import { sync } from "./admin/sync/sync-tab";
import { verdictsScreen } from "./admin/verdicts/screen";
import type { AdminScreen, MenuLink, Parts } from "./kit/admin/parts";

// What the administrator's area is made of; features.ts has the pages of visitors. Two files, so that the scripts of one
// have nothing of the other's.

/** The screens of the administrator's area, in the order of their links. */
export const screens: AdminScreen[] = [
  {
    path: "/admin/categories",
    title: "Categories",
    group: "Catalog",
    area: "catalog",
    load: () => import("./admin/categories/categories"),
  },
  collectionsScreen,
  verdictsScreen,
  logosScreen,
  linksScreen,
  redirectsScreen,
  additionsScreen,
  importScreen,
  {
    path: "/admin/queue",
    title: "Submissions",
    group: "Inbox",
    area: "inbox",
    load: () => import("./admin/queue/queue"),
  },
  {
    path: "/admin/readers",
    title: "Audience",
    group: "Audience",
    area: "audience",
    links: () => [parts.users, parts.subscribers].filter((tab) => tab !== undefined),
    load: () => import("./admin/audience/people"),
  },
  newsletterScreen,
  moneyScreen,
  {
    path: "/admin/traffic",
    title: "Traffic",
    group: "Insights",
    area: "insights",
    load: () => import("./admin/visits/traffic"),
  },
  searchesScreen,
  reachScreen,
  {
    path: "/admin/history",
    title: "History",
    group: "Insights",
    area: "insights",
    load: () => import("./admin/history/history"),
  },
  {
    path: "/admin/site-management",
    title: "Site Management",
    group: "Settings",
    area: "settings",
    links: () => settingsTabs.map(({ id, inMenu }) => ({ id, label: inMenu })),
    load: () => import("./admin/site-management/site-management"),
  },
  jobsScreen,
  peopleScreen,
  accountScreen,
];

/** What features bring to the screens of others. */
export const parts: Parts = {
  AffiliateLinks: ProductLinks,
  IndexNow: IndexNowCard,
  LogoSearch,
  addByUrl: additionsScreen,
  alternatives: alternativesAction,
  drafting,
  invitation,
  proposeLogo,
  subscribers: subscribersTab,
  sync,
  users: usersTab,
};

/** The tabs of site management, which are links of the menu too, where "Settings" stands above them. */
export const settingsTabs: (MenuLink & { inMenu: string })[] = [
  { id: "texts", label: "Site Texts", inMenu: "General" },
  { id: "appearance", label: "Appearance", inMenu: "Appearance" },
  { id: "logos", label: "Logo Settings", inMenu: "Logos" },
  { id: "social", label: "Social Media", inMenu: "Social" },
  { id: "legal", label: "Legal Pages", inMenu: "Legal" },
  { id: "search", label: "Search Engines", inMenu: "Search engines" },
  ...(parts.sync ? [{ ...parts.sync.tab, inMenu: "Sync" }] : []),
];
