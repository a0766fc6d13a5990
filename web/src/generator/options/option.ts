/** One value that can be chosen, as it stands in the JSON, and what it means in a sentence. */
export interface Option {
  value: string;
  meaning: string;
}

/** Options that belong together, under a name of their own; an empty name where a list needs no parts. */
export interface OptionGroup {
  name: string;
  options: readonly Option[];
}

/** The choice that is described in one's own words, in a field of its own. */
export const custom = "Custom";

/** A part of a list, from pairs of value and meaning. */
export const group = (name: string, pairs: readonly (readonly [value: string, meaning: string])[]): OptionGroup => ({
  name,
  options: pairs.map(([value, meaning]) => ({ value, meaning })),
});

/** All options of a list, in their order. */
export const optionsOf = (groups: readonly OptionGroup[]): Option[] => groups.flatMap(({ options }) => options);
