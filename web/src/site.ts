import { createContext, useContext } from "react";
import type { Site } from "./api/schema.gen";

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** Returns the data of every page's frame, or undefined while it is loading. It is read once and shared. */
export const useSite = () => useContext(SiteContext);

/** What search engines are told of links to tools that pay nothing, by the site's settings. */
export const unpaid = { rel: " nofollow" };

/** Finds a category by its slug, or by its name as somebody may have typed it into a URL. */
export function categoryNamed(site: Site | undefined, word: string) {
  const lowerCase = word.toLowerCase();
  return site?.categories.find(({ slug, name }) => slug === lowerCase || name.toLowerCase() === lowerCase);
}

/**
 * Returns the URL of a category that a product names. It is found by its name only, since a name may be another
 * category's slug.
 */
export function categoryAddress(site: Site | undefined, name: string): string {
  const category = site?.categories.find((known) => known.name === name);
  return `/category/${encodeURIComponent(category?.slug ?? name)}`;
}
