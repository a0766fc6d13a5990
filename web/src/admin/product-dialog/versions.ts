import { fieldNames, isSame, type ProductValues } from "./product-values";

/** Whose version of a field is kept. */
export type Side = "mine" | "theirs";

/** A field that differs between two edits. */
export interface Difference {
  name: Compared;
  /** Who has changed it since the common base. */
  changedBy: Side | "both";
}

/** The fields that are compared. A logo's color belongs to the logo. */
export type Compared = Exclude<keyof ProductValues, "logoColor">;

const compared = fieldNames.filter((name): name is Compared => name !== "logoColor");

/**
 * Returns the fields in which my version and theirs differ, in the form's order; `base` is the version both started
 * from.
 */
export function differences(base: ProductValues, mine: ProductValues, theirs: ProductValues): Difference[] {
  return compared
    .filter((name) => differs(name, mine, theirs))
    .map((name) => ({ name, changedBy: whoChanged(differs(name, base, mine), differs(name, base, theirs)) }));
}

const whoChanged = (byMe: boolean, byThem: boolean) => (byMe && byThem ? "both" : byMe ? "mine" : "theirs");

/** Reports whether two versions differ in this field. */
export const differs = (name: Compared, one: ProductValues, other: ProductValues) =>
  !isSame(one, withField(one, other, name));

/** Returns a version with one field, and those that belong to it, taken from another. */
function withField(values: ProductValues, from: ProductValues, name: Compared): ProductValues {
  const changed = { ...values, [name]: from[name] };
  return name === "logo" ? { ...changed, logoColor: from.logoColor } : changed;
}

/** Returns the initial choice: the side that changed a field, or mine if both did. */
export const firstChoice = (list: Difference[]): Record<string, Side> =>
  Object.fromEntries(list.map(({ name, changedBy }) => [name, changedBy === "theirs" ? "theirs" : "mine"]));

/** Returns my version with the chosen fields of theirs. */
export const merged = (mine: ProductValues, theirs: ProductValues, choice: Record<string, Side>): ProductValues =>
  compared.filter((name) => choice[name] === "theirs").reduce((values, name) => withField(values, theirs, name), mine);

/** A text in three parts: the start and the end that it shares with another text, and its own middle. */
interface Parts {
  before: string;
  marked: string;
  after: string;
}

/** Splits a text where it differs from another, between words. */
export function differenceOf(text: string, other: string): Parts {
  const words = wordsOf(text);
  const others = wordsOf(other);
  const most = Math.min(words.length, others.length);
  let start = 0;
  while (start < most && words[start] === others[start]) start++;
  let end = 0;
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end++;
  const until = words.length - end;
  return {
    before: words.slice(0, start).join(""),
    marked: words.slice(start, until).join(""),
    after: words.slice(until).join(""),
  };
}

/** Splits a text into words and the whitespace between them. */
const wordsOf = (text: string) => text.split(/(\s+)/).filter((word) => word !== "");
