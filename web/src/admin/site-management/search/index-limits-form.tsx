import type { SiteSettings } from "../../../api/site-settings";
import { AdminLink } from "../../../kit/admin/link";
import { Card } from "../card";
import { SettingsForm } from "../settings-form";
import { useSettingsForm } from "../use-settings-form";
import { limitRules, limits, numbersOf, valuesOf } from "./index-limits";

/** Changes what a page must have for search engines to index it. */
export function IndexLimitsForm({ settings: { index, defaults } }: { settings: SiteSettings }) {
  const form = useSettingsForm("index", valuesOf(index), limitRules, (values) => ({ index: numbersOf(values) }));
  const fields = limits.map(({ name, label, least, most }) => ({
    name,
    label,
    required: true,
    hint: `${defaults.index[name]} by default.`,
    className: "max-w-32",
    type: "number",
    min: least,
    max: most,
  }));
  return (
    <Card title="Indexable pages">
      <p className="max-w-2xl text-pretty text-sm text-muted">
        A page with less than this works and is linked, but search engines are asked not to index it, and it isn't in
        the sitemap.{" "}
        <AdminLink
          href="/admin/reach"
          className="rounded underline decoration-line underline-offset-[0.25em] hover:text-text"
        >
          See which pages stay out
        </AdminLink>
      </p>
      <SettingsForm {...form} fields={fields} className="sm:grid-cols-2" />
    </Card>
  );
}
