import type { SiteSettings, Theme, ThemePreset } from "../../../api/schema.gen";
import { Card } from "../../../kit/admin/card";
import { SelectField } from "../../../kit/admin/editor";
import { SaveButton, useSettingsEditor, WithSettings } from "../../../kit/admin/settings-form";
import { useMatches } from "../../../kit/admin/viewport";
import { Field } from "../../../kit/field";
import { choices, colors, isColor, mistakesInTheme, type SchemeName, schemesOf, ThemePreview } from "./theme-preview";

/** Colors, fonts and corners of the site, with a preview. */
export function AppearanceTab() {
  return <WithSettings>{(settings) => <AppearanceForm settings={settings} />}</WithSettings>;
}

function AppearanceForm({ settings }: { settings: SiteSettings }) {
  const editor = useSettingsEditor("theme", settings, {
    valuesOf: ({ theme }) => ({ ...theme }),
    check: mistakesInTheme,
    inputOf: (values) => ({ theme: values as Theme }),
  });
  const chosen = editor.values as Theme;
  const isWide = useMatches("(width >= 64rem)");
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Theme">
        <p className="text-pretty text-sm text-muted">
          Choose a preset, then change what you like. For everything else, put a <code>custom.css</code> into the data
          folder.
        </p>
        <form {...editor.form}>
          <PresetChoice presets={settings.presets} chosen={chosen} choose={(preset) => editor.change({ ...preset })} />
          {isWide ? null : <ThemePreview theme={chosen} />}
          <div className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
            {choices.map(({ name, label, options }) => (
              <SelectField key={name} {...editor.text(name)} label={label} options={options} />
            ))}
          </div>
          {schemesOf(chosen.scheme).map((scheme) => (
            <ColorFields key={scheme} scheme={scheme} editor={editor} />
          ))}
          <SaveButton editor={editor} />
        </form>
      </Card>
      {isWide ? (
        <Card title="Preview" className="sticky top-6">
          <ThemePreview theme={chosen} isOpen />
        </Card>
      ) : null}
    </div>
  );
}

interface ColorFieldsProps {
  scheme: SchemeName;
  editor: ReturnType<typeof useSettingsEditor>;
}

/** The colors of a scheme, each to type or to pick. */
function ColorFields({ scheme, editor }: ColorFieldsProps) {
  return (
    <fieldset className="mt-6">
      <legend className="mb-1 font-semibold text-sm">{scheme === "dark" ? "Dark colors" : "Light colors"}</legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {colors.map((color) => {
          const { name, value, error, change } = editor.text(`${scheme}${color}`);
          const typed = value.trim().toLowerCase();
          return (
            <Field key={name} label={color} required error={error}>
              {(wiring) => (
                <span className="flex gap-2">
                  <input
                    type="color"
                    aria-label={`Pick the ${scheme} ${color.toLowerCase()} color`}
                    className="h-11 w-12 flex-none cursor-pointer rounded-lg border border-line bg-background p-1"
                    value={isColor(typed) ? typed : "#000000"}
                    onChange={(event) => change(event.currentTarget.value)}
                  />
                  <input
                    {...wiring}
                    name={name}
                    value={value}
                    onChange={(event) => change(event.currentTarget.value)}
                    className="input font-code"
                    maxLength={7}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </span>
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}

interface PresetChoiceProps {
  presets: ThemePreset[];
  chosen: Theme;
  choose: (theme: Theme) => void;
}

/** The presets, each in its colors. */
function PresetChoice({ presets, chosen, choose }: PresetChoiceProps) {
  return (
    <ul aria-label="Presets" className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {presets.map(({ name, theme }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={isSame(theme, chosen)}
            className="w-full rounded-field border border-line p-2 text-left font-medium text-[0.8125rem] hover:border-field aria-pressed:border-text aria-pressed:bg-raised-2"
            onClick={() => choose(theme)}
          >
            <Swatch theme={theme} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const isSame = (a: Theme, b: Theme) => Object.entries(a).every(([name, value]) => b[name as keyof Theme] === value);

/** The colors that visitors would see: background, surface, text and accent. */
function Swatch({ theme }: { theme: Theme }) {
  const scheme = schemesOf(theme.scheme).at(-1) ?? "dark";
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 56"
      preserveAspectRatio="xMidYMid slice"
      className="mb-2 h-10 w-full sm:h-14 rounded-md border border-hairline"
    >
      <rect width="100%" height="100%" fill={theme[`${scheme}Background`]} />
      <rect x="18" y="12" width="34" height="32" rx="4" fill={theme[`${scheme}Surface`]} />
      <circle cx="70" cy="28" r="8" fill={theme[`${scheme}Text`]} />
      <circle cx="92" cy="28" r="8" fill={theme[`${scheme}Accent`]} />
    </svg>
  );
}
