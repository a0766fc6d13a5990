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

/** A category as inside a sentence: "Photo Editing" becomes "photo editing", "SEO" and "MLOps" stay. */
const inSentence = (category: string) =>
  category
    .split(" ")
    .map((word) => (/^\p{Lu}[^\p{Lu}]+$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
