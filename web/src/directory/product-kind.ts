/**
 * What a tool is, in the few words that a title allows: its first two categories, as inside a sentence. The
 * server has the same rule (internal/pages/kind.go).
 */
export function productKind(categories: string[]): string {
  const named = categories.filter((name) => name !== "Other").slice(0, 2);
  if (named.length === 0) return "AI tool";
  const listed = named.some((name) => name.includes("&"));
  return named.map(inSentence).join(listed ? ", " : " and ");
}

/** A category as inside a sentence: "Photo Editing" is "photo editing", "SEO" and "MLOps" stay. */
const inSentence = (category: string) =>
  category
    .split(" ")
    .map((word) => (/^\p{Lu}[^\p{Lu}]+$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
