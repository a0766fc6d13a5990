/** An option as it is in the JSON, with its meaning in a sentence. */
export interface Option {
  value: string;
  meaning: string;
}

/** Options under a heading; the name is empty in a list without headings. */
export interface OptionGroup {
  name: string;
  options: readonly Option[];
}

/** The option for custom text, which has its own field. */
export const custom = "Custom";

/** Makes a group of options from pairs of value and meaning. */
export const group = (name: string, pairs: readonly (readonly [value: string, meaning: string])[]): OptionGroup => ({
  name,
  options: pairs.map(([value, meaning]) => ({ value, meaning })),
});

/** Returns all options of a list, in their order. */
export const optionsOf = (groups: readonly OptionGroup[]): Option[] => groups.flatMap(({ options }) => options);
