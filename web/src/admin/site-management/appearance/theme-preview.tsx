import "../../../kit/tools/product-card.css";
import "./theme-preview.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useState } from "react";
import type { ProductCard as ProductCardFields } from "../../../api/products";
import { type Theme, type ThemeScheme, themePreviewQuery } from "../../../api/site-settings";
import { Card } from "../../../kit/admin/card";
import { FailedLine } from "../../../kit/admin/list";
import { buttonStyle } from "../../../kit/button";
import { Skeleton } from "../../../kit/skeleton";
import { ProductCard } from "../../../kit/tools/product-card";
import { colours, isColour, type SchemeName, schemesOf } from "./theme-fields";

/** A part of the home page in each colour scheme that visitors may see, and the contrasts of its colours. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const valid = useValidTheme(theme);
  const { data, error, refetch, isFetching } = useQuery({
    ...themePreviewQuery(valid),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Preview" className="lg:sticky lg:top-6">
      {error ? (
        <FailedLine what="the preview" error={error} isRetrying={isFetching} retry={() => void refetch()} />
      ) : null}
      {data ? (
        schemesOf(theme.scheme).map((name) => (
          <SchemePreview key={name} name={name} scheme={data[name]} hero={theme.hero} />
        ))
      ) : error ? null : (
        <div role="status">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </Card>
  );
}

interface SchemePreviewProps {
  name: SchemeName;
  scheme: ThemeScheme;
  hero: string;
}

function SchemePreview({ name, scheme: { properties, pairs }, hero }: SchemePreviewProps) {
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
        <ul className="mt-3 max-w-80">
          <ProductCard product={sample} />
        </ul>
        <p className="mt-4 flex flex-wrap gap-3">
          <span className={buttonStyle({ tone: "brass" })}>Submit AI Tool</span>
          <span className={buttonStyle()}>Show more</span>
        </p>
      </div>
      <table className="mt-3 w-full text-left text-[0.8125rem] tabular-nums">
        <caption className="sr-only">Contrasts of the {name} colours</caption>
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
  isNew: false,
};

/** How long after the last change the server is asked, in milliseconds. */
const pause = 150;

/** Returns the latest theme whose colours are all complete, once it has not changed for a moment. */
function useValidTheme(theme: Theme): Theme {
  const [valid, setValid] = useState(theme);
  const text = JSON.stringify(theme);
  useEffect(() => {
    const typed: Theme = JSON.parse(text);
    const values = colours.flatMap((name) => [typed[`dark${name}`], typed[`light${name}`]]);
    if (!values.every(isColour)) return;
    const timer = setTimeout(() => setValid(typed), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return valid;
}
