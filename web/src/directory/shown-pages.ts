import type { Section } from "../filters";

/** How many pages of each section are shown, beside the first, as the entry of the history has it. */
const pagesOfEntry = (): Partial<Record<Section, number>> => history.state?.pages ?? {};

/** How many pages of a section were shown at this entry of the history, beside the first; a reload shows them again. */
export const shownPages = (section: Section): number => pagesOfEntry()[section] ?? 0;

/** Stores in the entry of the history how many pages are shown. */
export function storeShownPages(section: Section, pages: number) {
  if (pages <= shownPages(section)) return;
  history.replaceState({ ...history.state, pages: { ...pagesOfEntry(), [section]: pages } }, "");
}
