import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Cacheable, Piece } from "./cacheable";

/** The cache's capacity in characters. The menus of a page take about 30,000, the shape of a card 1,000. */
const capacity = 4_000_000;

/**
 * Marks the start and the end of a text's name in the markup of a shape: a lone surrogate, which decoded UTF-8 never
 * contains.
 */
const edge = "\uD800";

/** Markup split at its text names, by the key of the pieces, least recently used first. */
const cached = new Map<string, string[]>();
let size = 0;

/**
 * Caches the markup of these contents, once for all values of one shape and across pages. Rendering takes the embedded
 * engine about 40 µs per element.
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

/** Forgets all markup, when something changes that no shape has. */
export function clearMarkup() {
  cached.clear();
  size = 0;
}

/**
 * Renders without the preload links that React puts first: the images follow in the same document, and
 * hydration expects a page to begin with its own element.
 */
export const renderMarkup = (page: ReactNode) =>
  renderToString(page).replace(/^(<link rel="preload" as="image"[^>]*>)+/, "");

function markupOf({ key, texts, contents }: Piece): string {
  const parts = cached.get(key) ?? renderMarkup(contents(slotsFor(texts))).split(edge);
  remember(key, parts);
  return insertTexts(parts, texts);
}

/** Makes markup the most recently used, and evicts the oldest while the cache is over its capacity. */
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

function insertTexts(parts: string[], texts: Record<string, string>): string {
  let markup = "";
  let isText = false;
  for (const part of parts) {
    markup += isText ? escapeText(texts[part] ?? "") : part;
    isText = !isText;
  }
  return markup;
}

/**
 * Escapes a text as React does in elements and attributes. A replacer function would be slow in the embedded engine.
 */
function escapeText(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}
