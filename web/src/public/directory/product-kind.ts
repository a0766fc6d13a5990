import { inSentence } from "../../kit/in-sentence";

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
