import { navigate } from "wouter/use-browser-location";

/** Returns the index of the current entry in this tab's history, counted from 0. */
export function entryIndex(): number {
  const state: unknown = history.state;
  const hasIndex = typeof state === "object" && state !== null && "entry" in state;
  return hasIndex ? Number(state.entry) : 0;
}

/** Navigates to a URL of this site with a new history entry, or replaces the current one. */
export function go(to: string, { replace = false } = {}) {
  navigate(to, { replace, state: { entry: entryIndex() + (replace ? 0 : 1) } });
}
