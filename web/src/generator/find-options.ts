import type { ComboboxOption } from "../ui/combobox";
import type { ChoiceField } from "./fields";
import { custom, type Option } from "./options/option";

/** What a list offers: a value to choose, or nothing, or own words beside Custom. */
export interface Offer extends ComboboxOption {
  /** What is chosen; empty for none. */
  value: string;
  /** The text for the field beside Custom, where it was typed into the list. */
  ownWords?: string;
  meaning: string;
}

/** Chooses nothing. */
export const none: Offer = { value: "", label: "None", meaning: "Leaves this out of the JSON.", group: "" };
const ownWords: Offer = { value: custom, label: custom, meaning: "Your own text.", group: "" };

/** What a list offers for the text typed into it; all of it, in its parts, while nothing is. */
export function findOptions({ groups, customPath }: ChoiceField, typed: string): Offer[] {
  const wanted = fold(typed);
  const options = groups.flatMap(({ name, options }) => options.map((option) => offerOf(option, name)));
  const all = [none, ...options, ...(customPath ? [ownWords] : [])];
  if (wanted === "") return all;
  const found = all
    .map((offer) => ({ offer: { ...offer, group: "" }, rank: rankOf(offer, wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ offer }) => offer);
  const isExact = found[0] !== undefined && fold(found[0].label) === wanted;
  return customPath && !isExact ? [...found, typedAs(typed)] : found;
}

const offerOf = ({ value, meaning }: Option, group: string): Offer => ({ value, label: value, meaning, group });

const typedAs = (typed: string): Offer => ({
  ...ownWords,
  ownWords: typed.trim(),
  label: `${custom}: “${typed.trim()}”`,
});

const noMatch = 4;

/** How well an offer fits: by its whole name, its beginning, a word's beginning, or only by what it means. */
function rankOf({ label, meaning }: Offer, wanted: string): number {
  const name = fold(label);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return fold(meaning).includes(wanted) ? 3 : noMatch;
}

/** Text without case, accents, and the marks that people leave out. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();
