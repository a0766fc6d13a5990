/**
 * What stands for an image that cannot be shown: the first letters of the first two words of the fallback text, or of
 * the alternative text, or "AI" where neither has a letter or a figure.
 */
export function initials(fallback: string, alt = ""): string {
  return firstLetters(fallback) || firstLetters(alt) || "AI";
}

function firstLetters(text: string): string {
  const words = text.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  return words.slice(0, 2).map(firstLetter).join("");
}

/** One code point: some letters become two in upper case, and a box has space for one. */
function firstLetter(word: string): string {
  const [letter = ""] = word;
  const [upper = ""] = letter.toUpperCase();
  return upper;
}
