import { fieldNames, isSame, type ProductValues } from "./product-values";

/** Whose version of a field is kept. */
export type Side = "mine" | "theirs";

/** A field of which two people have made something else. */
export interface Difference {
  name: Compared;
  /** Who has changed it since both began. */
  changedBy: Side | "both";
}

/** The fields that are compared. A logo's colour goes with the logo. */
export type Compared = Exclude<keyof ProductValues, "logoColor">;

const compared = fieldNames.filter((name): name is Compared => name !== "logoColor");

/** Where my version and theirs are not the same, in the form's order; `base` is what both began with. */
export function differences(base: ProductValues, mine: ProductValues, theirs: ProductValues): Difference[] {
  return compared
    .filter((name) => differs(name, mine, theirs))
    .map((name) => ({ name, changedBy: whoChanged(differs(name, base, mine), differs(name, base, theirs)) }));
}

const whoChanged = (byMe: boolean, byThem: boolean) => (byMe && byThem ? "both" : byMe ? "mine" : "theirs");

/** Whether two versions differ in this field. */
export const differs = (name: Compared, one: ProductValues, other: ProductValues) =>
  !isSame(one, withField(one, other, name));

/** One version with a field, or what belongs to it, taken from another. */
function withField(values: ProductValues, from: ProductValues, name: Compared): ProductValues {
  const taken = { ...values, [name]: from[name] };
  return name === "logo" ? { ...taken, logoColor: from.logoColor } : taken;
}

/** Which side to begin with: what only one has changed is theirs to say; what both have, mine. */
export const firstChoice = (list: Difference[]): Record<string, Side> =>
  Object.fromEntries(list.map(({ name, changedBy }) => [name, changedBy === "theirs" ? "theirs" : "mine"]));

/** My version with the fields of theirs that were chosen. */
export const merged = (mine: ProductValues, theirs: ProductValues, choice: Record<string, Side>): ProductValues =>
  compared.filter((name) => choice[name] === "theirs").reduce((values, name) => withField(values, theirs, name), mine);
