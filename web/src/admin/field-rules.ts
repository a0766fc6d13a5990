import * as z from "zod/mini";

export const tooMany = (limit: number) => `Please use at most ${limit} characters`;

/** A text without white space around it, of at most so many characters. */
export const text = (limit: number) =>
  z.string().check(
    z.trim(),
    z.refine((value) => lengthOf(value) <= limit, tooMany(limit)),
  );

/** A text that has to be there. */
export const given = (limit: number, missing: string) => text(limit).check(z.minLength(1, missing));

/** Characters as the server counts them: code points of the composed text. */
export const lengthOf = (value: string) => [...value.normalize("NFC")].length;

/** Whether the text is an absolute http(s) URL with a host, without white space and without a name or password. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}
