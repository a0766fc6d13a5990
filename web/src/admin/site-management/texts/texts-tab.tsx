import { useWatch } from "react-hook-form";
import type { SiteSettings } from "../../../api/site-settings";
import { Card } from "../card";
import { SettingsForm } from "../settings-form";
import { useSettingsForm } from "../use-settings-form";
import { WithSettings } from "../with-settings";
import { shownTexts, textFields, textRules } from "./site-texts";
import { TextsPreview } from "./texts-preview";

/** The words with which the site presents itself, with a preview of where they are shown. */
export function TextsTab() {
  return <WithSettings>{(settings) => <TextsForm settings={settings} />}</WithSettings>;
}

function TextsForm({ settings: { texts, defaults } }: { settings: SiteSettings }) {
  const settings = useSettingsForm("texts", { ...texts }, textRules, (values) => ({ texts: values }));
  const typed = useWatch({ control: settings.form.control });
  const fields = textFields.map(({ longest, ...field }) => ({
    ...field,
    maxLength: longest,
    placeholder: field.name === "introduction" ? "How many tools there are" : defaults.texts[field.name],
  }));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Site texts">
        <p className="text-pretty text-sm text-muted">Plain text. An empty field shows the text in grey.</p>
        <SettingsForm {...settings} fields={fields} />
      </Card>
      <TextsPreview texts={shownTexts(typed, defaults.texts)} />
    </div>
  );
}
