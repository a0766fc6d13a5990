import type { ReactNode } from "react";
import type { SiteSettings, SiteTexts } from "../../../api/site-settings";
import { Card } from "../../../kit/admin/card";
import { SettingsForm, useSettingsEditor, WithSettings } from "../settings-form";
import { mistakesInTexts, shownTexts, textFields } from "./site-texts";

/** The words with which the site presents itself, with a preview of where they are shown. */
export function TextsTab() {
  return <WithSettings>{(settings) => <TextsForm settings={settings} />}</WithSettings>;
}

function TextsForm({ settings }: { settings: SiteSettings }) {
  const { defaults } = settings;
  const editor = useSettingsEditor("texts", settings, {
    valuesOf: ({ texts }) => ({ ...texts }),
    check: mistakesInTexts,
    inputOf: (texts) => ({ texts }),
  });
  const fields = textFields.map(({ longest, ...field }) => ({
    ...field,
    maxLength: longest,
    placeholder: field.name === "introduction" ? "How many tools there are" : defaults.texts[field.name],
  }));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Site texts">
        <p className="text-pretty text-sm text-muted">Plain text. An empty field shows the text in grey.</p>
        <SettingsForm editor={editor} fields={fields} />
      </Card>
      <TextsPreview texts={shownTexts(editor.values, defaults.texts)} />
    </div>
  );
}

/** What the texts look like where visitors see them, not interactive. */
function TextsPreview({ texts }: { texts: SiteTexts }) {
  const { name, tagline, hero, heroAccent, introduction, footer, contact, socialTitle } = texts;
  const title = `${name} – ${tagline}`;
  return (
    <Card title="Preview" className="lg:sticky lg:top-6">
      <dl className="grid gap-5 wrap-anywhere">
        <Part name="In the browser's tab and in search results">{title}</Part>
        <Part name="On the home page">
          <span className="block font-display text-2xl">
            {name}
            <span className="text-brass">.</span>
          </span>
          <span className="mt-4 block font-display text-4xl leading-[1.04] text-balance">
            {hero} <span className="text-brass">{heroAccent}</span>
          </span>
          <span className="mt-3 block text-muted">
            {introduction || "How many tools there are, in how many categories."}
          </span>
        </Part>
        <Part name="At the foot of every page">{footer}</Part>
        <Part name="Where people share it">{socialTitle || title}</Part>
        <Part name="On the legal pages">
          {contact ? `Write to ${contact}` : "The ways to reach you at the foot of every page"}
        </Part>
      </dl>
    </Card>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1.5 text-[0.8125rem] text-dim">{name}</dt>
      <dd className="rounded-lg border border-hairline bg-background px-4 py-3">{children}</dd>
    </div>
  );
}
