/**
 * Returns the initials shown instead of an image: the first letters of the first two words of the fallback text, or of
 * the alternative text, or "AI" if neither has a letter or a digit.
 */
export function initials(fallback: string, alt = ""): string {
  return firstLetters(fallback) || firstLetters(alt) || "AI";
}

function firstLetters(text: string): string {
  const words = text.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  return words.slice(0, 2).map(firstLetter).join("");
}

/** Returns one code point: some letters become two in upper case, and there is space for one only. */
function firstLetter(word: string): string {
  const [letter = ""] = word;
  const [upper = ""] = letter.toUpperCase();
  return upper;
}
