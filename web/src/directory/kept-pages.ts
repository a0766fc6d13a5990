import type { Section } from "../filters";

/** How many pages of a section were shown at this entry of the history, beside the first; a reload finds them again. */
export function keptPages(section: Section): number {
  const state: unknown = history.state;
  const pages = typeof state === "object" && state !== null && "pages" in state ? state.pages : null;
  const kept = typeof pages === "object" && pages !== null ? (pages as Partial<Record<Section, unknown>>)[section] : 0;
  return typeof kept === "number" ? kept : 0;
}

/** Keeps in the entry of the history how many pages are shown. */
export function keepPages(section: Section, pages: number) {
  if (pages <= keptPages(section)) return;
  const state = history.state ?? {};
  history.replaceState({ ...state, pages: { ...state.pages, [section]: pages } }, "");
}
