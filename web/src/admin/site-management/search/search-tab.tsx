import { parts } from "../../../admin-features";
import type { IndexLimits, SiteSettings } from "../../../api/schema.gen";
import { changeSiteSettings, siteSettingsQuery, type Verification } from "../../../api/site-settings";
import { Card } from "../../../kit/admin/card";
import { mistakesIn, text, whole } from "../../../kit/admin/field-rules";
import { useCall } from "../../../kit/admin/question";
import { AdminLink } from "../../../kit/admin/screen";
import { SettingsForm, type SettingValues, useSettingsEditor, WithSettings } from "../../../kit/admin/settings-form";
import { Switch } from "../../../kit/switch";

/** What search engines get: the limits of indexable pages, news of changed ones, and the tags that prove whose site it is. */
export function SearchTab() {
  return (
    <WithSettings>
      {(settings) => (
        <div className="grid gap-5">
          <IndexLimitsForm settings={settings} />
          {parts.IndexNow ? <parts.IndexNow settings={settings} /> : null}
          <LinksCard settings={settings} />
          <VerificationForm settings={settings} />
        </div>
      )}
    </WithSettings>
  );
}

/** Sets what search engines are told of links to tools' websites. */
function LinksCard({ settings: { links } }: { settings: SiteSettings }) {
  const change = useCall((nofollow: boolean) => changeSiteSettings({ links: { nofollow } }), {
    done: () => ({ title: "Settings saved" }),
    changed: (queries, saved) => queries.setQueryData(siteSettingsQuery().queryKey, saved),
    failure: "Couldn't save the settings",
  });
  return (
    <Card title="Links to tools">
      <Switch
        label="Add nofollow to links that pay nothing"
        hint="Tells search engines not to count Visit links as recommendations. Affiliate links and sponsored places always say that they are paid."
        checked={links.nofollow}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Card>
  );
}

/** Changes what a page must have for search engines to index it. */
function IndexLimitsForm({ settings }: { settings: SiteSettings }) {
  const { defaults } = settings;
  const editor = useSettingsEditor("index", settings, {
    valuesOf: ({ index }) => valuesOf(index),
    check: (values) => mistakesIn(values, limitRules),
    inputOf: (values) => ({ index: numbersOf(values) }),
  });
  const fields = limits.map(({ name, label, unit, least, most }) => ({
    name,
    label,
    unit,
    required: true,
    hint: editor.values[name] === `${defaults.index[name]}` ? "" : `Default: ${defaults.index[name]}`,
    className: "max-w-24",
    type: "number",
    min: least,
    max: most,
  }));
  return (
    <Card title="Indexable pages">
      <p className="max-w-4xl text-pretty text-sm text-muted">
        Pages below these limits stay online but are hidden from search engines and the sitemap.{" "}
        <AdminLink
          href="/admin/reach"
          className="rounded underline decoration-line underline-offset-[0.25em] hover:text-text"
        >
          See which pages are left out
        </AdminLink>
      </p>
      <SettingsForm editor={editor} fields={fields} className="sm:grid-cols-2 min-[60rem]:grid-cols-3" />
    </Card>
  );
}

/** A limit with its label and its bounds, which are the server's. */
interface Limit {
  name: keyof IndexLimits;
  label: string;
  unit: string;
  least: number;
  most: number;
}

/** The limits in the order of the form. */
const limits: Limit[] = [
  { name: "description", label: "Minimum description length", unit: "characters", least: 0, most: 1000 },
  { name: "toolFacts", label: "Minimum details per tool", unit: "details", least: 0, most: 8 },
  { name: "categoryTools", label: "Minimum tools per category", unit: "tools", least: 1, most: 100 },
  { name: "collectionTools", label: "Minimum tools per collection", unit: "tools", least: 1, most: 100 },
  { name: "alternatives", label: "Minimum alternatives per tool", unit: "alternatives", least: 1, most: 20 },
  { name: "comparisonFacts", label: "Minimum differences per comparison", unit: "differences", least: 0, most: 6 },
  { name: "ownWords", label: "Minimum own words per page", unit: "percent", least: 0, most: 60 },
];

/** The form's texts. */
const valuesOf = (index: IndexLimits): SettingValues =>
  Object.fromEntries(limits.map(({ name }) => [name, `${index[name]}`]));

const numbersOf = (values: SettingValues) =>
  Object.fromEntries(limits.map(({ name }) => [name, Number(values[name])])) as unknown as IndexLimits;

const limitRules = Object.fromEntries(limits.map(({ name, least, most }) => [name, whole(least, most)]));

/** The most characters of a tag's content; the server has the same limit. */
const longest = 100;

const tags: { name: keyof Verification; label: string; hint: string }[] = [
  { name: "google", label: "Google Search Console", hint: "google-site-verification" },
  { name: "bing", label: "Bing Webmaster Tools", hint: "msvalidate.01" },
  { name: "yandex", label: "Yandex Webmaster", hint: "yandex-verification" },
  { name: "pinterest", label: "Pinterest", hint: "p:domain_verify" },
];

const content = (value: string) =>
  text(longest)(value) ??
  (/^[\w\-=+/.:]*$/.test(value.trim())
    ? undefined
    : 'Please enter only what is in content="…" of the tag: letters, digits and signs such as - and _');

const tagRules = Object.fromEntries(tags.map(({ name }) => [name, content]));

/** Changes the tags in the home page that prove to search consoles whose site it is. */
function VerificationForm({ settings }: { settings: SiteSettings }) {
  const editor = useSettingsEditor("verification", settings, {
    valuesOf: ({ verification }) => ({ ...verification }),
    check: (values) => mistakesIn(values, tagRules),
    inputOf: (verification) => ({ verification }),
  });
  const fields = tags.map((tag) => ({ ...tag, maxLength: longest, spellCheck: false }));
  return (
    <Card title="Site verification">
      <p className="max-w-2xl text-pretty text-sm text-muted">
        Search consoles ask for a tag on your home page. Choose "HTML tag", then paste the <code>content</code> value
        here. All fields are optional.
      </p>
      <SettingsForm editor={editor} fields={fields} className="sm:grid-cols-2" />
    </Card>
  );
}
