import { renderToString } from "react-dom/server";
import { cardContents } from "./components/product-card";

/** How many characters the cache may take; a card with its product has some 2,500. */
const capacity = 4_000_000;

/** Markup of what stands in cards, by their products as JSON, the one that was not needed for longest first. */
const cached = new Map<string, string>();
let size = 0;

/**
 * Has each card rendered once for all the pages that it stands on, until its product changes. The embedded engine takes
 * most of a page's time for its cards.
 */
export function cacheCards(): void {
  const { of } = cardContents;
  cardContents.of = (product) => {
    const key = JSON.stringify(product);
    let markup = cached.get(key);
    if (markup === undefined) markup = renderToString(of(product).children);
    else drop(key, markup);
    cached.set(key, markup);
    size += key.length + markup.length;
    for (const [oldest, old] of cached) {
      if (size <= capacity) break;
      drop(oldest, old);
    }
    return { dangerouslySetInnerHTML: { __html: markup } };
  };
}

function drop(key: string, markup: string) {
  cached.delete(key);
  size -= key.length + markup.length;
}
