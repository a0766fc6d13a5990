import { navigate } from "wouter/use-browser-location";

/** Returns the index of the current entry in this tab's history, counted from 0. */
export function entryIndex(): number {
  const state: unknown = history.state;
  const hasIndex = typeof state === "object" && state !== null && "entry" in state;
  return hasIndex ? Number(state.entry) : 0;
}

/**
 * Navigates to a URL of this site with a new history entry, or replaces the current one. The entry of a list's page
 * notes the first page, if that is shown above it.
 */
export function go(to: string, { replace = false, firstPage }: { replace?: boolean; firstPage?: number } = {}) {
  navigate(to, { replace, state: { entry: entryIndex() + (replace ? 0 : 1), firstPage } });
}

/** Returns the first page that the list of the current entry shows; undefined: only its own. */
export const firstPage = (): number | undefined =>
  typeof history === "undefined" ? undefined : history.state?.firstPage;
