import { newsletterPath } from "../../kit/admin/session";

/** The parts of the screen: the next issue of each cadence, and the issues that were sent or scheduled. */
export const tabs = [
  { id: "weekly", label: "Next weekly" },
  { id: "monthly", label: "Next monthly" },
  { id: "issues", label: "Issues" },
] as const;

export type TabId = (typeof tabs)[number]["id"];

/** Returns the tab of a URL's query, or the first one. */
export function tabAt(search: string): TabId {
  const name = new URLSearchParams(search).get("tab");
  return tabs.find(({ id }) => id === name)?.id ?? "weekly";
}

/** Returns the URL of a tab; the first one's has no query. */
export const tabAddress = (id: TabId) => (id === "weekly" ? newsletterPath : `${newsletterPath}?tab=${id}`);
