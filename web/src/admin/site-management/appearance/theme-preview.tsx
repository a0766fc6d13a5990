import "../../../kit/tools/product-card.css";
import "./theme-preview.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useState } from "react";
import type { ProductCard as ProductCardFields, Theme, ThemeScheme } from "../../../api/schema.gen";
import { themePreviewQuery } from "../../../api/site-settings";
import { mistakesIn } from "../../../kit/admin/field-rules";
import { FailedLine, Loading } from "../../../kit/admin/list";
import { disclosure } from "../../../kit/admin/styles";
import { buttonStyle } from "../../../kit/button";
import { ProductCard } from "../../../kit/tools/product-card";

interface ThemePreviewProps {
  theme: Theme;
  /** Whether the contrasts are open. */
  isOpen?: boolean;
}

/** A part of the home page in each color scheme that visitors may see, and the contrasts of its colors. */
export function ThemePreview({ theme, isOpen = false }: ThemePreviewProps) {
  const valid = useValidTheme(theme);
  const query = useQuery({ ...themePreviewQuery(valid), placeholderData: keepPreviousData });
  const { data, error } = query;
  return (
    <>
      {error ? <FailedLine what="the preview" query={query} /> : null}
      {data ? (
        <div className="theme-schemes">
          {schemesOf(theme.scheme).map((name) => (
            <SchemePreview key={name} name={name} scheme={data[name]} hero={theme.hero} isOpen={isOpen} />
          ))}
        </div>
      ) : error ? null : (
        <Loading what="Loading the preview" skeleton="h-96 w-full" />
      )}
    </>
  );
}

interface SchemePreviewProps {
  name: SchemeName;
  scheme: ThemeScheme;
  hero: string;
  isOpen: boolean;
}

function SchemePreview({ name, scheme: { properties, pairs }, hero, isOpen }: SchemePreviewProps) {
  const failing = pairs.filter(({ ratio, needed }) => ratio < needed).length;
  return (
    <section aria-label={name === "dark" ? "Dark" : "Light"} className="mt-4">
      <div
        inert
        data-hero={hero === "plain" ? undefined : hero}
        className="theme-preview overflow-clip rounded-xl border border-line bg-background p-4 font-sans text-text"
        style={properties as CSSProperties}
      >
        <div className="hero">
          <p className="font-display text-[2rem] leading-[1.04]">
            Find the right <span className="text-brass">AI tool</span>
          </p>
          <p className="mt-2 text-muted">Browse, or search for what you need.</p>
        </div>
        <ul className="mt-3 lg:max-w-80">
          <ProductCard product={sample} from="list" />
        </ul>
        <p className="mt-4 flex flex-wrap gap-3">
          <span className={buttonStyle({ tone: "brass" })}>Submit AI Tool</span>
          <span className={buttonStyle()}>Show more</span>
        </p>
      </div>
      <details open={isOpen}>
        <summary className={`${disclosure} flex min-h-11 items-center gap-2 text-[0.8125rem] text-muted`}>
          {failing === 0 ? "Contrasts" : `Contrasts: ${failing} too low`}
        </summary>
        <table className="w-full text-left text-[0.8125rem] tabular-nums">
          <caption className="sr-only">Contrasts of the {name} colors</caption>
          <thead className="text-dim">
            <tr>
              <th className="py-1 font-normal">Contrast</th>
              <th className="py-1 text-right font-normal">Ratio</th>
              <th className="py-1 text-right font-normal">Needs</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ text, ground, ratio, needed }) => (
              <tr key={text + ground} className="border-hairline border-t">
                <th className="py-1.5 font-normal first-letter:uppercase">
                  {text} on {ground}
                </th>
                <td className={`py-1.5 text-right ${ratio < needed ? "font-semibold text-danger" : ""}`}>
                  {ratio < needed ? "Too low: " : ""}
                  {ratio.toFixed(2)}:1
                </td>
                <td className="py-1.5 text-right text-muted">{needed}:1</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

const sample: ProductCardFields = {
  id: 0,
  slug: "",
  name: "Sample tool",
  description: "Turns rough sketches into finished illustrations, in any style that you describe.",
  categories: ["Image Generation", "Design"],
  type: "Freemium",
  section: "Recommended AI Products",
  website: "",
  logo: "",
  logoColor: "",
  isFeatured: true,
  hasLandingPage: false,
  hasDeal: false,
  hasAffiliateLink: false,
  isNew: false,
};

/** How long after the last change the server is asked, in milliseconds. */
const pause = 150;

/** Returns the latest theme whose colors are all complete, once it has not changed for a moment. */
function useValidTheme(theme: Theme): Theme {
  const [valid, setValid] = useState(theme);
  const text = JSON.stringify(theme);
  useEffect(() => {
    const typed: Theme = JSON.parse(text);
    const values = colors.flatMap((name) => [typed[`dark${name}`], typed[`light${name}`]]);
    if (!values.every(isColor)) return;
    const timer = setTimeout(() => setValid(typed), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return valid;
}

/** A choice from a list: its setting, its label, and its options by value. */
interface ThemeChoice {
  name: keyof Theme;
  label: string;
  options: [value: string, label: string][];
}

const fonts: ThemeChoice["options"] = [
  ["inter", "Inter"],
  ["instrument-serif", "Instrument Serif"],
  ["system", "System"],
  ["serif", "Serif"],
  ["mono", "Monospace"],
  ["rounded", "Rounded"],
];

export const choices: ThemeChoice[] = [
  {
    name: "scheme",
    label: "Color scheme",
    options: [
      ["dark", "Dark"],
      ["light", "Light"],
      ["both", "Visitor's system setting"],
    ],
  },
  { name: "textFont", label: "Text font", options: fonts },
  { name: "headingFont", label: "Heading font", options: fonts },
  {
    name: "corners",
    label: "Corners",
    options: [
      ["square", "Square"],
      ["small", "Slightly rounded"],
      ["medium", "Rounded"],
      ["large", "Very rounded"],
    ],
  },
  {
    name: "hero",
    label: "Home page heading",
    options: [
      ["plain", "Plain"],
      ["gradient", "On a gradient"],
      ["filled", "On the accent color"],
    ],
  },
];

export type SchemeName = "dark" | "light";

/** The colors of a scheme, by the ends of their settings' names. */
export const colors = ["Background", "Surface", "Text", "Accent"] as const;

/** Returns the schemes that visitors may see. */
export const schemesOf = (scheme: string | undefined): SchemeName[] =>
  scheme === "both" ? ["dark", "light"] : [scheme === "light" ? "light" : "dark"];

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim());

const color = (text: string) => (isColor(text) ? undefined : "Please enter a color such as #e9bd68");

const rules = Object.fromEntries(
  ["dark", "light"].flatMap((scheme) => colors.map((name) => [`${scheme}${name}`, color] as const)),
);

/** Returns the colors that are none. */
export const mistakesInTheme = (theme: object) => mistakesIn(theme, rules);
