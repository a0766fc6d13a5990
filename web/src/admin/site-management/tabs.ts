/** The tabs in their order, by their name in the URL. */
export const tabs = [
  { id: "legal", label: "Legal Pages" },
  { id: "social", label: "Social Media" },
  { id: "logos", label: "Logo Settings" },
  { id: "sync", label: "Database Sync" },
  { id: "texts", label: "Site Texts" },
  { id: "search", label: "Search Engines" },
  { id: "appearance", label: "Appearance" },
] as const;

export type TabId = (typeof tabs)[number]["id"];

export const siteManagementPath = "/admin/site-management";

/** Returns the tab that a URL's query names, or the first one. */
export function tabAt(search: string): TabId {
  const named = new URLSearchParams(search).get("tab");
  return tabs.find(({ id }) => id === named)?.id ?? tabs[0].id;
}

/** Returns the URL of a tab, and of a choice within it. */
export function tabAddress(tab: TabId, chosen: Record<string, string> = {}): string {
  const query = new URLSearchParams(tab === tabs[0].id ? chosen : { tab, ...chosen }).toString();
  return query === "" ? siteManagementPath : `${siteManagementPath}?${query}`;
}
