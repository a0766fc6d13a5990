import { navigate } from "wouter/use-browser-location";

/** The number of the shown entry in this tab's history, counted from 0. */
export function entryIndex(): number {
  const state: unknown = history.state;
  const hasIndex = typeof state === "object" && state !== null && "entry" in state;
  return hasIndex ? Number(state.entry) : 0;
}

/** Shows an address of the site: as a new entry of the history or in place of the present one. */
export function go(to: string, { replace = false } = {}) {
  navigate(to, { replace, state: { entry: entryIndex() + (replace ? 0 : 1) } });
}
