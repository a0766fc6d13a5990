import type { Theme } from "../../../api/site-settings";
import { mistakesIn } from "../../../kit/admin/field-rules";

/** A choice from a list: its setting, its label, and its options by value. */
interface ThemeChoice {
  name: keyof Theme;
  label: string;
  options: [value: string, label: string][];
}

const fonts: ThemeChoice["options"] = [
  ["inter", "Inter"],
  ["instrument-serif", "Instrument Serif"],
  ["system", "System"],
  ["serif", "Serif"],
  ["mono", "Monospace"],
  ["rounded", "Rounded"],
];

export const choices: ThemeChoice[] = [
  {
    name: "scheme",
    label: "Colour scheme",
    options: [
      ["dark", "Dark"],
      ["light", "Light"],
      ["both", "Visitor's system setting"],
    ],
  },
  { name: "textFont", label: "Text font", options: fonts },
  { name: "headingFont", label: "Heading font", options: fonts },
  {
    name: "corners",
    label: "Corners",
    options: [
      ["square", "Square"],
      ["small", "Slightly rounded"],
      ["medium", "Rounded"],
      ["large", "Very rounded"],
    ],
  },
  {
    name: "hero",
    label: "Home page heading",
    options: [
      ["plain", "Plain"],
      ["gradient", "On a gradient"],
      ["filled", "On the accent colour"],
    ],
  },
];

export type SchemeName = "dark" | "light";

/** The colours of a scheme, by the ends of their settings' names. */
export const colours = ["Background", "Surface", "Text", "Accent"] as const;

/** Returns the schemes that visitors may see. */
export const schemesOf = (scheme: string | undefined): SchemeName[] =>
  scheme === "both" ? ["dark", "light"] : [scheme === "light" ? "light" : "dark"];

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim());

const colour = (text: string) => (isColour(text) ? undefined : "Please enter a colour such as #e9bd68");

const rules = Object.fromEntries(
  ["dark", "light"].flatMap((scheme) => colours.map((name) => [`${scheme}${name}`, colour] as const)),
);

/** Returns the colours that are none. */
export const mistakesInTheme = (theme: object) => mistakesIn(theme, rules);
