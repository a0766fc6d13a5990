import { useWatch } from "react-hook-form";
import type { SiteSettings, Theme } from "../../../api/site-settings";
import { Button } from "../../../kit/button";
import { Field } from "../../../kit/field";
import { Card } from "../card";
import { useSettingsForm } from "../use-settings-form";
import { WithSettings } from "../with-settings";
import { ColourFields } from "./colour-fields";
import { PresetChoice } from "./preset-choice";
import { choices, schemesOf, themeRules } from "./theme-fields";
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
