import * as z from "zod/mini";

export const tooMany = (limit: number) => `Please use at most ${limit} characters`;

/** A trimmed text of at most this many characters. */
export const text = (limit: number) =>
  z.string().check(
    z.trim(),
    z.refine((value) => lengthOf(value) <= limit, tooMany(limit)),
  );

/** A required text. */
export const required = (limit: number, missing: string) => text(limit).check(z.minLength(1, missing));

/** Counts characters as the server does: code points after normalization. */
export const lengthOf = (value: string) => [...value.normalize("NFC")].length;

/** Reports whether the text is an absolute http(s) URL with a host, without whitespace and credentials. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}
