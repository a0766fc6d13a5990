import * as z from "zod/mini";
import type { SiteSettings, Verification } from "../../../api/site-settings";
import { text } from "../../../kit/admin/field-rules";
import { Card } from "../card";
import { SettingsForm } from "../settings-form";
import { type SettingRules, useSettingsForm } from "../use-settings-form";

/** The most characters of a tag's content; the server has the same limit. */
const longest = 100;

const tags: { name: keyof Verification; label: string; hint: string }[] = [
  { name: "google", label: "Google Search Console", hint: "google-site-verification" },
  { name: "bing", label: "Bing Webmaster Tools", hint: "msvalidate.01" },
  { name: "yandex", label: "Yandex Webmaster", hint: "yandex-verification" },
  { name: "pinterest", label: "Pinterest", hint: "p:domain_verify" },
];

const content = text(longest).check(
  z.refine(
    (value) => /^[\w\-=+/.:]*$/.test(value),
    'Please enter only what is in content="…" of the tag: letters, digits and signs such as - and _',
  ),
);

const rules = z.object(Object.fromEntries(tags.map(({ name }) => [name, content]))) as SettingRules;

/** Changes the tags in the home page that prove to search consoles whose site it is. */
export function VerificationForm({ settings: { verification } }: { settings: SiteSettings }) {
  const form = useSettingsForm("verification", { ...verification }, rules, (values) => ({ verification: values }));
  const fields = tags.map((tag) => ({ ...tag, maxLength: longest, spellCheck: false }));
  return (
    <Card title="Site verification">
      <p className="max-w-2xl text-pretty text-sm text-muted">
        Search consoles ask for a tag on your home page. Choose the HTML tag there, and paste what is in its{" "}
        <code>content</code>. Empty ones are left out.
      </p>
      <SettingsForm {...form} fields={fields} className="sm:grid-cols-2" />
    </Card>
  );
}
