import {
  custom,
  frameRates,
  moves,
  type OptionGroup,
  optionsOf,
  shots,
  styles,
  timesOfDay,
  tones,
  voiceTones,
} from "./options";

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

/** The options of a field. A list with the option Custom also has a field for custom text. */
export interface ChoiceField {
  path: FieldPath;
  groups: readonly OptionGroup[];
  customPath?: FieldPath;
}

const choice = (path: FieldPath, groups: readonly OptionGroup[], customPath?: FieldPath): ChoiceField =>
  customPath ? { path, groups, customPath } : { path, groups };

const choices = [
  choice("style", styles),
  choice("shot.composition", shots, "shot.custom_composition"),
  choice("shot.camera_motion", moves, "shot.custom_camera_motion"),
  choice("shot.frame_rate", frameRates, "shot.custom_frame_rate"),
  choice("scene.time_of_day", timesOfDay),
  choice("cinematography.tone", tones, "cinematography.custom_tone"),
  choice("audio.vocal_style.voice_tone", voiceTones, "audio.vocal_style.custom_voice_tone"),
];

const byPath = new Map(choices.map((field) => [field.path, field]));
const byCustomPath = new Map(choices.map((field) => [field.customPath, field]));

/** Returns a field's options, or undefined for a plain text field. */
export const choiceAt = (path: FieldPath) => byPath.get(path);

/** Returns the choice field whose Custom option this text field belongs to, or undefined. */
export const customChoiceOf = (path: FieldPath) => byCustomPath.get(path);

/** Finds an option by its name, ignoring case, and returns it as the list spells it. */
export function optionNamed({ groups, customPath }: ChoiceField, text: string): string | undefined {
  const lowerCase = text.trim().toLowerCase();
  const found = optionsOf(groups).find(({ value }) => value.toLowerCase() === lowerCase);
  if (found) return found.value;
  return customPath && lowerCase === custom.toLowerCase() ? custom : undefined;
}

/** Sets the value of a field. */
export type SetField = (path: FieldPath, value: string) => void;

/** Returns the id of a field's input. */
export const idOf = (path: FieldPath) => path.replaceAll(/[._]/g, "-");
