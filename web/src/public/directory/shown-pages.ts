import type { Section } from "../../filters";

/** The number of further pages per section in the current history entry. */
const pagesOfEntry = (): Partial<Record<Section, number>> => history.state?.pages ?? {};

/** Returns how many further pages of a section this history entry shows; a reload shows them again. */
export const shownPages = (section: Section): number => pagesOfEntry()[section] ?? 0;

/** Stores in the history entry how many further pages are shown. */
export function storeShownPages(section: Section, pages: number) {
  if (pages <= shownPages(section)) return;
  history.replaceState({ ...history.state, pages: { ...pagesOfEntry(), [section]: pages } }, "");
}
