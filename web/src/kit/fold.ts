/** Normalizes the text to NFC, trims it and collapses whitespace. */
export const tidy = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/**
 * Removes case and accents. The server compares category names in this form. Marks that belong to the letter stay: й, the
 * sound marks of kana, all marks of the scripts of India and South-East Asia.
 */
export function fold(text: string): string {
  const letters = text.normalize("NFKD").replace(accented, withoutAccents).toLowerCase();
  return tidy(letters.replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? letter));
}

/** Letters without a decomposition, as people type them. */
const plain: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

const accented =
  /(^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}])(\p{Mn}+)/gu;

/** Removes the accents of a letter, but for those of й, ў and ї. */
const withoutAccents = (_: string, base: string, marks: string) => {
  const own = /[иу]/i.test(base) ? "\u0306" : /і/i.test(base) ? "\u0308" : "";
  return base + (marks.includes(own) ? own : "");
};
