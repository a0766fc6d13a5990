import { type UseFormReturn, useWatch } from "react-hook-form";
import type { SiteSettings, Theme, ThemePreset } from "../../../api/site-settings";
import { Card } from "../../../kit/admin/card";
import { Button } from "../../../kit/button";
import { Field } from "../../../kit/field";
import { type SettingValues, useSettingsForm, WithSettings } from "../settings-form";
import { choices, colours, isColour, type SchemeName, schemesOf, themeRules } from "./theme-fields";
import { ThemePreview } from "./theme-preview";

/** Colours, fonts and corners of the site, with a preview. */
export function AppearanceTab() {
  return <WithSettings>{(settings) => <AppearanceForm settings={settings} />}</WithSettings>;
}

function AppearanceForm({ settings: { theme, presets } }: { settings: SiteSettings }) {
  const { form, save } = useSettingsForm("theme", { ...theme }, themeRules, (values) => ({ theme: values as Theme }));
  const chosen = useWatch({ control: form.control }) as Theme;
  const choose = (preset: Theme) => {
    for (const [name, value] of Object.entries(preset)) {
      form.setValue(name, value, { shouldDirty: true });
    }
    form.clearErrors();
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Theme">
        <p className="text-pretty text-sm text-muted">
          Choose a preset, then change what you like. For everything else, put a <code>custom.css</code> into the data
          folder.
        </p>
        <PresetChoice presets={presets} chosen={chosen} choose={choose} />
        <form
          noValidate
          onSubmit={(event) => void form.handleSubmit((values) => save.isPending || save.mutate(values))(event)}
        >
          <div className="mt-4 grid gap-x-6 sm:grid-cols-2">
            {choices.map(({ name, label, options }) => (
              <Field key={name} label={label} required error={form.formState.errors[name]?.message}>
                {(wiring) => (
                  <select {...wiring} {...form.register(name)} className="input">
                    {options.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
          {schemesOf(chosen.scheme).map((scheme) => (
            <ColourFields key={scheme} scheme={scheme} form={form} />
          ))}
          <Button type="submit" tone="brass" className="mt-4" disabled={save.isPending}>
            {save.isPending ? "Saving..." : "Save changes"}
          </Button>
        </form>
      </Card>
      <ThemePreview theme={chosen} />
    </div>
  );
}

interface ColourFieldsProps {
  scheme: SchemeName;
  form: UseFormReturn<SettingValues>;
}

/** The colours of a scheme, each to type or to pick. */
function ColourFields({ scheme, form }: ColourFieldsProps) {
  const typed = useWatch({ control: form.control });
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 font-semibold text-sm">{scheme === "dark" ? "Dark colours" : "Light colours"}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {colours.map((colour) => {
          const name = `${scheme}${colour}`;
          const value = typed[name]?.trim().toLowerCase() ?? "";
          return (
            <Field key={name} label={colour} required error={form.formState.errors[name]?.message}>
              {(wiring) => (
                <span className="flex gap-2">
                  <input
                    type="color"
                    aria-label={`Pick the ${scheme} ${colour.toLowerCase()} colour`}
                    className="h-11 w-12 flex-none cursor-pointer rounded-lg border border-line bg-background p-1"
                    value={isColour(value) ? value : "#000000"}
                    onChange={(event) =>
                      form.setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })
                    }
                  />
                  <input
                    {...wiring}
                    {...form.register(name)}
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

/** The presets, each in its colours. */
function PresetChoice({ presets, chosen, choose }: PresetChoiceProps) {
  return (
    <ul aria-label="Presets" className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {presets.map(({ name, theme }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={isSame(theme, chosen)}
            className="w-full rounded-field border border-line p-2 text-left font-medium text-[0.8125rem] hover:border-line-strong aria-pressed:border-text aria-pressed:bg-raised-2"
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

/** The colours that visitors would see: background, surface, text and accent. */
function Swatch({ theme }: { theme: Theme }) {
  const scheme = schemesOf(theme.scheme).at(-1) ?? "dark";
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 56"
      preserveAspectRatio="xMidYMid slice"
      className="mb-2 h-14 w-full rounded-md border border-hairline"
    >
      <rect width="100%" height="100%" fill={theme[`${scheme}Background`]} />
      <rect x="12" y="12" width="44" height="32" rx="4" fill={theme[`${scheme}Surface`]} />
      <circle cx="76" cy="28" r="8" fill={theme[`${scheme}Text`]} />
      <circle cx="100" cy="28" r="8" fill={theme[`${scheme}Accent`]} />
    </svg>
  );
}
