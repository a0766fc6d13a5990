import { renderToString } from "react-dom/server";
import type { Cacheable, Piece } from "./cacheable";

/** How many characters the cache may take; the menus of a page have some 30,000, the shape of a card 1,000. */
const capacity = 4_000_000;

/** Stands before and after a text's name in the markup of a shape: half a pair, which nothing that came as UTF-8 has. */
const edge = "\uD800";

/** Markup with texts' names between, by the key of its pieces; what was not needed for longest is first. */
const cached = new Map<string, string[]>();
let size = 0;

/**
 * Has the markup of these contents rendered once for all the values of one shape, on whichever pages they stand. The
 * embedded engine takes some 40 µs for each element.
 */
export function cacheMarkup(...all: Cacheable<never>[]): void {
  for (const cacheable of all) {
    const { of, split } = cacheable;
    cacheable.of = (value) => {
      const pieces = split(value);
      return pieces ? { dangerouslySetInnerHTML: { __html: pieces.map(markupOf).join("") } } : of(value);
    };
  }
}

function markupOf({ key, texts, contents }: Piece): string {
  const parts = cached.get(key) ?? renderToString(contents(slotsFor(texts))).split(edge);
  remember(key, parts);
  return fill(parts, texts);
}

/** Puts markup last among those that will be forgotten, and forgets the first while there is too much. */
function remember(key: string, parts: string[]) {
  if (!cached.delete(key)) size += lengthOf(key, parts);
  cached.set(key, parts);
  for (const [oldest, old] of cached) {
    if (size <= capacity) break;
    cached.delete(oldest);
    size -= lengthOf(oldest, old);
  }
}

const lengthOf = (key: string, parts: string[]) => parts.reduce((sum, part) => sum + part.length, key.length);

const slotsFor = (texts: Record<string, string>) =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, edge + name + edge]));

function fill(parts: string[], texts: Record<string, string>): string {
  let markup = "";
  let isText = false;
  for (const part of parts) {
    markup += isText ? escapeText(texts[part] ?? "") : part;
    isText = !isText;
  }
  return markup;
}

/** A text as React writes it, in an element and in an attribute. The engine takes long for a function called by `replace`. */
function escapeText(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
