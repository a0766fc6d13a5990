/** Normalizes the text to NFC, trims it and collapses whitespace. */
export const tidy = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/** Removes case and accents. The server compares category names in this form. */
export function fold(text: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return tidy(letters.replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? letter));
}

/** Letters without a decomposition, as people type them. */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
