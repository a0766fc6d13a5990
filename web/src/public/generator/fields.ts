import lists from "./options.json" with { type: "json" };

/** Every field of the form by its path in the JSON, in the JSON's order. */
export const fieldPaths = [
  "style",
  "shot.composition",
  "shot.custom_composition",
  "shot.camera_motion",
  "shot.custom_camera_motion",
  "shot.frame_rate",
  "shot.custom_frame_rate",
  "scene.location",
  "scene.time_of_day",
  "scene.environment",
  "visual_details.action",
  "visual_details.props",
  "cinematography.lighting",
  "cinematography.tone",
  "cinematography.custom_tone",
  "audio.dialogue.character",
  "audio.dialogue.line",
  "audio.background_music",
  "audio.vocal_style.voice_tone",
  "audio.vocal_style.custom_voice_tone",
  "audio.vocal_style.delivery",
  "audio.vocal_style.flow",
  "audio.vocal_style.phrasing",
  "color_palette",
] as const;

export type FieldPath = (typeof fieldPaths)[number];

/** An option as it is in the JSON, with its meaning in a sentence. */
export interface Option {
  value: string;
  meaning: string;
}

/** Options under a heading; the name is empty in a list without headings. */
interface OptionGroup {
  name: string;
  options: Option[];
}

/** The options of a field. A list with the option Custom also has a field for custom text. */
export interface ChoiceField {
  path: FieldPath;
  groups: OptionGroup[];
  customPath?: FieldPath | undefined;
}

/** The option for custom text, which has its own field. */
export const custom = "Custom";

/** options.json has the lists by the paths of their fields: the groups, and the meaning of each option. */
const choices = Object.entries<Record<string, Record<string, string>>>(lists).map(
  ([path, groups]): ChoiceField => ({
    path: path as FieldPath,
    groups: Object.entries(groups).map(([name, options]) => ({
      name,
      options: Object.entries(options).map(([value, meaning]) => ({ value, meaning })),
    })),
    customPath: fieldPaths.find((own) => own === path.replace(/\w+$/, "custom_$&")),
  }),
);

/** Returns all options of a list, in their order. */
export const optionsOf = ({ groups }: ChoiceField): Option[] => groups.flatMap(({ options }) => options);

const byPath = new Map(choices.map((field) => [field.path, field]));
const byCustomPath = new Map(choices.map((field) => [field.customPath, field]));

/** Returns a field's options, or undefined for a plain text field. */
export const choiceAt = (path: FieldPath) => byPath.get(path);

/** Returns the choice field whose Custom option this text field belongs to, or undefined. */
export const customChoiceOf = (path: FieldPath) => byCustomPath.get(path);

/** Finds an option by its name, ignoring case, and returns it as the list spells it. */
export function optionNamed(field: ChoiceField, text: string): string | undefined {
  const lowerCase = text.trim().toLowerCase();
  const found = optionsOf(field).find(({ value }) => value.toLowerCase() === lowerCase);
  if (found) return found.value;
  return field.customPath && lowerCase === custom.toLowerCase() ? custom : undefined;
}

/** Sets the value of a field. */
export type SetField = (path: FieldPath, value: string) => void;

/** Returns the id of a field's input. */
export const idOf = (path: FieldPath) => path.replaceAll(/[._]/g, "-");
