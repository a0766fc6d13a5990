import type { ComboboxOption } from "../../kit/combobox";
import type { ChoiceField } from "./fields";
import { custom, type Option } from "./options/option";

/** An entry of a field's list: an option, no option, or custom text. */
export interface Offer extends ComboboxOption {
  /** The option to choose; empty for none. */
  value: string;
  /** The text for the field next to Custom, if it was typed into the list. */
  customText?: string;
  meaning: string;
}

/** The entry that clears the choice. */
export const none: Offer = { value: "", label: "None", meaning: "Leaves this out of the JSON.", group: "" };
const customOption: Offer = { value: custom, label: custom, meaning: "Your own text.", group: "" };

/** Returns the list's entries for the typed text; all of them, in their groups, for an empty text. */
export function findOptions({ groups, customPath }: ChoiceField, typed: string): Offer[] {
  const query = fold(typed);
  const options = groups.flatMap(({ name, options }) => options.map((option) => offerOf(option, name)));
  const all = [none, ...options, ...(customPath ? [customOption] : [])];
  if (query === "") return all;
  const found = all
    .map((offer) => ({ offer: { ...offer, group: "" }, rank: rankOf(offer, query) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ offer }) => offer);
  const isExact = found[0] !== undefined && fold(found[0].label) === query;
  return customPath && !isExact ? [...found, typedAs(typed)] : found;
}

const offerOf = ({ value, meaning }: Option, group: string): Offer => ({ value, label: value, meaning, group });

const typedAs = (typed: string): Offer => ({
  ...customOption,
  customText: typed.trim(),
  label: `${custom}: “${typed.trim()}”`,
});

const noMatch = 4;

/** Ranks how well an entry matches: its whole name, its start, the start of a word, or only its meaning. */
function rankOf({ label, meaning }: Offer, query: string): number {
  const name = fold(label);
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (name.includes(query)) return 2;
  return fold(meaning).includes(query) ? 3 : noMatch;
}

/** Removes case, accents and hyphens for comparison. */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();
