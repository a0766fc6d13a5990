import { collectionsSection } from "../public/collections/collection-tile";
import type { HomeSection } from "../slots";

/** Tiles among the rows of the home page, loaded with them. */
export const homeSections: HomeSection[] = [
  // a line each, so that a feature can be taken out
  collectionsSection,
];
