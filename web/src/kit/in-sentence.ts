/** A category as inside a sentence: "Photo Editing" becomes "photo editing", "SEO" and "MLOps" stay. */
export const inSentence = (category: string) =>
  category
    .split(" ")
    .map((word) => (/^\p{Lu}[^\p{Lu}]+$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
