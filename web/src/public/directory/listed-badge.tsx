import { type ComponentType, type ToggleEvent, useState } from "react";
import type { Product } from "../../api/products";

type Snippets = ComponentType<{ product: Product }>;

/**
 * For the tool's makers: a badge for their own website. What it shows is loaded when it is opened, as few visitors do
 * so.
 */
export function ListedBadge({ product }: { product: Product }) {
  const [Loaded, setLoaded] = useState<Snippets | "failed">();
  const load = async (event: ToggleEvent<HTMLDetailsElement>) => {
    if (!event.currentTarget.open) return;
    const loaded = await import("./badge-snippets").catch(() => undefined);
    setLoaded(() => loaded?.BadgeSnippets ?? "failed");
  };
  return (
    <details
      className="max-w-176 rounded-panel border border-hairline text-sm noscript:hidden"
      onToggle={(event) => void load(event)}
    >
      <summary className="min-h-11 cursor-pointer rounded-panel px-5 py-3 text-muted transition-colors hover:text-text">
        Your tool? Show that it's listed here
      </summary>
      <div className="min-h-40 px-5 pt-1 pb-5">
        {Loaded === "failed" ? <p role="alert">Couldn't load the badge. Reload the page to try again.</p> : null}
        {Loaded && Loaded !== "failed" ? <Loaded product={product} /> : null}
      </div>
    </details>
  );
}
