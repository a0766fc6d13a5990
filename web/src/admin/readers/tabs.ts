const tabs = [
  { id: "users", label: "Users" },
  { id: "subscribers", label: "Subscribers" },
] as const;

export type ReaderTab = (typeof tabs)[number]["id"];

/** Returns the tabs of a site: users where visitors can sign up, subscribers where there is a newsletter. */
export const tabsOf = (has: Record<ReaderTab, boolean>) => tabs.filter(({ id }) => has[id]);

/** Returns the tab that a URL's query names, if it is one of these, or the first. */
export const tabAt = (query: string, of: ReturnType<typeof tabsOf>) => {
  const named = new URLSearchParams(query).get("tab");
  return of.find(({ id }) => id === named) ?? of[0];
};

/** Returns the query of a tab with its filters, with its question mark; what is as in `none` is left out. */
export function readersQueryString<Filters extends object>(tab: ReaderTab, filters: Filters, none: Filters): string {
  const chosen = Object.entries(filters).filter(([key, value]) => value !== none[key as keyof Filters]);
  const words = new URLSearchParams(chosen.map(([key, value]) => [key, String(value)]));
  if (tab !== "users") words.set("tab", tab);
  return words.size === 0 ? "" : `?${words}`;
}
