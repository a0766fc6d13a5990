import type { FieldErrors, Rule } from "../form-rules";

export const tooMany = (limit: number) => `Please use at most ${limit} characters`;

/** A text of at most this many characters. Spaces around it don't count. */
export const text =
  (limit: number): Rule =>
  (value) =>
    lengthOf(value.trim()) > limit ? tooMany(limit) : undefined;

/** A required text. */
export const required =
  (limit: number, missing: string): Rule =>
  (value) =>
    value.trim() === "" ? missing : text(limit)(value);

/** Counts characters as the server does: code points after normalization. */
export const lengthOf = (value: string) => [...value.normalize("NFC")].length;

/** A whole number in these bounds. */
export const whole =
  (least: number, most: number): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `Please enter a number from ${least} to ${most}`;

/** Reports whether the text is an absolute http(s) URL with a host, without whitespace and credentials. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
}

/** Returns the mistakes in values, by the rules of their names. */
export const mistakesIn = (values: object, rules: Record<string, Rule>): FieldErrors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const mistake = rules[name]?.(String(value));
      return mistake === undefined ? [] : [[name, mistake]];
    }),
  );

/** Returns values with their texts trimmed, as they are saved. */
export const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  ) as Values;
