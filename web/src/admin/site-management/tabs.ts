/** The tabs, in their order, by the word that their address has for them. */
export const tabs = [
  { id: "legal", label: "Legal Pages" },
  { id: "social", label: "Social Media" },
  { id: "logos", label: "Logo Settings" },
  { id: "sync", label: "Database Sync" },
] as const;

export type TabId = (typeof tabs)[number]["id"];

export const siteManagementPath = "/admin/site-management";

/** The tab that the query of an address names; the first one where it names none. */
export function tabAt(search: string): TabId {
  const asked = new URLSearchParams(search).get("tab");
  return tabs.find(({ id }) => id === asked)?.id ?? tabs[0].id;
}

/** The address of a tab, and of what is chosen in it. */
export function tabAddress(tab: TabId, chosen: Record<string, string> = {}): string {
  const query = new URLSearchParams(tab === tabs[0].id ? chosen : { tab, ...chosen }).toString();
  return query === "" ? siteManagementPath : `${siteManagementPath}?${query}`;
}
