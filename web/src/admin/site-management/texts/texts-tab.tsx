import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../../api/client";
import type { SiteSettings } from "../../../api/schema.gen";
import { siteQuery } from "../../../api/site";
import type { SiteTexts } from "../../../api/site-settings";
import { Card } from "../../../kit/admin/card";
import { mistakesIn, text } from "../../../kit/admin/field-rules";
import { SettingsForm, useSettingsEditor, WithSettings } from "../../../kit/admin/settings-form";
import { countOf } from "../../../kit/count";

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
    placeholder: field.name === "introduction" ? "The number of tools" : defaults.texts[field.name],
  }));
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Site texts">
        <p className="text-pretty text-sm text-muted">
          Plain text. All fields are optional. An empty one uses the default, shown in gray.
        </p>
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
  const ownWords = useOwnWords();
  return (
    <Card title="Preview" className="lg:sticky lg:top-6">
      <dl className="grid gap-5 wrap-anywhere">
        <Part name="Browser tab and search results">{title}</Part>
        <Part name="On the home page">
          <span className="block font-display text-2xl">
            {name}
            <span className="text-brass">.</span>
          </span>
          <span className="mt-4 block font-display text-4xl leading-[1.04] text-balance">
            {hero} <span className="text-brass">{heroAccent}</span>
          </span>
          <span className="mt-3 block text-muted">{introduction || ownWords}</span>
        </Part>
        <Part name="Footer">{footer}</Part>
        <Part name="Shared link">{socialTitle || title}</Part>
        <Part name="On the legal pages">
          {contact ? `Write to ${contact}` : "Contact us through the links in the footer"}
        </Part>
      </dl>
    </Card>
  );
}

/** What the home page says of itself without an introduction, as in public/directory/hero.tsx. */
function useOwnWords() {
  const { data: catalog } = useQuery(read("/api/catalog", { query: { limit: 1 } }));
  const { data: site } = useQuery(siteQuery());
  if (!catalog || !site) return "\u00A0";
  const { allPricing: tools } = catalog.facets;
  if (tools === 0) return "A new directory of AI tools.";
  return `${countOf(tools, "tool")} in ${countOf(site.categories.length, "category", "categories")}. No account needed.`;
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1.5 text-[0.8125rem] text-dim">{name}</dt>
      <dd className="rounded-lg border border-hairline bg-background px-4 py-3">{children}</dd>
    </div>
  );
}

/** A text with its label and its longest length, which is the server's. */
interface TextField {
  name: keyof SiteTexts;
  label: string;
  longest: number;
  hint: string;
}

/** The texts in the order of the form. */
export const textFields: TextField[] = [
  { name: "name", label: "Site name", longest: 60, hint: "In the menu, titles, emails and feeds." },
  { name: "tagline", label: "Tagline", longest: 100, hint: "After the name in the home page's title." },
  { name: "hero", label: "Heading", longest: 80, hint: "The first words on the home page." },
  {
    name: "heroAccent",
    label: "End of the heading, in color",
    longest: 40,
    hint: "Leave empty for no colored part.",
  },
  { name: "introduction", label: "Introduction", longest: 300, hint: "Beside the heading." },
  { name: "footer", label: "Footer text", longest: 200, hint: "In the footer, below the name." },
  { name: "contact", label: "Contact email", longest: 254, hint: "On the built-in legal pages." },
  { name: "socialTitle", label: "Social title", longest: 100, hint: "Title used when the home page is shared." },
];

const rules = Object.fromEntries(textFields.map(({ name, longest }) => [name, text(longest)]));

/** Returns the texts that are too long. */
export const mistakesInTexts = (texts: Partial<SiteTexts>) => mistakesIn(texts, rules);

/** The texts as visitors would see them: the server has the same rule (internal/site/texts.go). */
export function shownTexts(typed: Partial<SiteTexts>, defaults: SiteTexts): SiteTexts {
  const own = (name: keyof SiteTexts) => typed[name]?.trim() ?? "";
  const shown = Object.fromEntries(textFields.map(({ name }) => [name, own(name) || defaults[name]]));
  if (own("hero") !== "") shown.heroAccent = own("heroAccent");
  return shown as unknown as SiteTexts;
}
