import type { SiteSettings } from "../../api/schema.gen";
import { Card } from "../../kit/admin/card";
import { isWebAddress, mistakesIn, text, whole } from "../../kit/admin/field-rules";
import { AdminLink } from "../../kit/admin/screen";
import { SettingsForm, useSettingsEditor, WithSettings } from "../../kit/admin/settings-form";

/** How the site sells its places: the page about them, and how many tools stand at each. */
export function Advertise() {
  return <WithSettings>{(settings) => <PlacesForm settings={settings} />}</WithSettings>;
}

const rules = {
  text: text(20_000),
  payUrl: (value: string) =>
    value.trim() === "" || isWebAddress(value.trim()) ? text(500)(value) : "Please enter a valid URL",
  home: whole(1, 12),
  category: whole(1, 4),
  newsletter: whole(1, 4),
};

const number = { type: "number", min: 1, unit: "tools at a time", className: "max-w-24", required: true };

function PlacesForm({ settings }: { settings: SiteSettings }) {
  const editor = useSettingsEditor("places", settings, {
    valuesOf: ({ places: { home, category, newsletter, ...texts } }) => ({
      ...{ ...texts, home: `${home}`, category: `${category}`, newsletter: `${newsletter}` },
    }),
    check: (values) => mistakesIn(values, rules),
    inputOf: ({ home, category, newsletter, ...texts }) => ({
      places: { ...texts, home: Number(home), category: Number(category), newsletter: Number(newsletter) },
    }),
  });
  return (
    <Card title="Selling places">
      <p className="max-w-4xl text-pretty text-sm text-muted">
        With a text, your site has a page{" "}
        {settings.places.text === "" ? (
          "/advertise"
        ) : (
          <AdminLink
            href="/advertise"
            className="rounded underline decoration-line underline-offset-[0.25em] hover:text-text"
          >
            /advertise
          </AdminLink>
        )}{" "}
        in the footer: your text, the places with the dates that are free, and your link to pay. Payment stays with your
        provider; you add each booking under Bookings.
      </p>
      <SettingsForm
        editor={editor}
        fields={[
          { name: "text", label: "Text", hint: "Markdown: what a place costs, who reads the site.", rows: 12 },
          { name: "payUrl", label: "Link to pay", type: "url", placeholder: "https://", spellCheck: false },
          { ...number, name: "home", label: "Row of the home page", max: 12 },
          { ...number, name: "category", label: "Above a category", max: 4 },
          { ...number, name: "newsletter", label: "Beginning of the newsletter", max: 4 },
        ]}
        className="sm:grid-cols-3 [&>:nth-child(-n+2)]:sm:col-span-3"
      />
    </Card>
  );
}
