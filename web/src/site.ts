import { createContext, useContext } from "react";
import type { Site } from "./api/site";

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** What every page's frame is made from; undefined while it is not there. It is read once, for all who show some of it. */
export const useSite = () => useContext(SiteContext);

/** The category of this slug, or of this name, as addresses typed by hand have it. */
export function categoryNamed(site: Site | undefined, word: string) {
  const wanted = word.toLowerCase();
  return site?.categories.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted);
}

/** The address of the list of a category that a product names: by the name alone, which may be another one's slug. */
export function categoryAddress(site: Site | undefined, name: string): string {
  const category = site?.categories.find((known) => known.name === name);
  return `/category/${encodeURIComponent(category?.slug ?? name)}`;
}
