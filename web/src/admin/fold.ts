/** The text in NFC with single blanks and none at its ends. */
export const tidy = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/** The text without case and accents: by it the server tells whether two categories are one. */
export function fold(text: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return tidy(letters.replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? letter));
}

/** Letters that stay whole, as people type them. */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
