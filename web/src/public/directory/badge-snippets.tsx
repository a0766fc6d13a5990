import { useState } from "react";
import type { ShownProduct as Product } from "../../api/schema.gen";
import { Button } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { useSite } from "../../site";

/** The badge in each theme, on the ground that it is for. */
const grounds = { dark: "bg-[oklch(0.155_0.006_75)]", light: "bg-[oklch(0.97_0.005_85)]" };
type Theme = keyof typeof grounds;
const themes: Theme[] = ["dark", "light"];

/** The height of a badge in pixels; its width depends on the site's name. */
const height = 40;

/** The badges with the HTML to copy. */
export function BadgeSnippets({ product }: { product: Product }) {
  return (
    <>
      <p className="text-muted">Add a badge to your website. It links to this page.</p>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2">
        {themes.map((theme) => (
          <li key={theme} className="min-w-0">
            <Snippet slug={product.slug} theme={theme} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Snippet({ slug, theme }: { slug: string; theme: Theme }) {
  const [width, setWidth] = useState<number>();
  const words = `Listed on ${useSite()?.name ?? location.host}`;
  const path = `/badge/${encodeURIComponent(slug)}.svg?theme=${theme}`;
  const size = width ? ` width="${width}" height="${height}"` : "";
  const page = `${location.origin}/products/${encodeURIComponent(slug)}`;
  const html = `<a href="${page}"><img src="${location.origin}${path}" alt="${escaped(words)}"${size}></a>`;
  return (
    <>
      <div className={`grid min-h-20 place-items-center rounded-lg border border-hairline p-5 ${grounds[theme]}`}>
        <img
          src={path}
          alt={words}
          height={height}
          width={width}
          className="h-auto max-w-full"
          onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
        />
      </div>
      <pre className="mt-3 rounded-lg bg-raised-2 p-3 font-code text-xs whitespace-pre-wrap text-muted wrap-anywhere">
        {html}
      </pre>
      <Button size="small" className="mt-3" onClick={() => void copyText(html, "HTML copied to clipboard")}>
        Copy HTML <span className="sr-only">of the {theme} badge</span>
      </Button>
    </>
  );
}

/** Escapes a text for an HTML attribute. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
