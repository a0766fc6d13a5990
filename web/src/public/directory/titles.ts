import { type Filters, homeAddress } from "../../filters";
import { inSentence } from "../../kit/language";

/**
 * Returns what a tool is in a few words for its title: its first two categories, as inside a sentence. The server has
 * the same rule (internal/pages/tools.go), and both tests share their cases.
 */
export function productKind(categories: string[]): string {
  const named = categories.filter((name) => name !== "Other").slice(0, 2);
  if (named.length === 0) return "AI tool";
  const listed = named.some((name) => name.includes("&"));
  return named.map(inSentence).join(listed ? ", " : " and ");
}

/** Reports whether the whole directory is shown, as its home page. */
export const isWholeHome = (filters: Filters) => homeAddress(filters) === "/";

export const allToolsHeading = "All AI tools, A to Z";
export const tagTitle = (name: string) => `AI tools tagged ${name}`;
export const categoriesHeading = "AI tool categories";
export const categoriesCrumb = { name: "Categories", address: "/categories" };

/** The number of a page for a heading; empty for the first. */
export const ofPage = (page: number) => (page > 1 ? `, page ${page}` : "");

/** Where the cards of a list stand. */
export const placeOf = ({ search }: Filters) => (search === "" ? "list" : "search");
