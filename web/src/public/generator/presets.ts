import { type Form, formWith } from "./form";
import examples from "./presets.json" with { type: "json" };

/** An example form. */
export interface Preset {
  name: string;
  /** What the prompt is for, in a few words. */
  about: string;
  form: Form;
}

export const presets: readonly Preset[] = examples.map(({ filled, ...preset }) => ({
  ...preset,
  form: formWith(filled),
}));
