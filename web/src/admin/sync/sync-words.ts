import { countOf, formatCount } from "../../kit/count";
import type { SyncRun } from "./api";

/** Returns the latest successful run, or undefined. */
export const lastDone = (runs: SyncRun[]): SyncRun | undefined =>
  runs.find(({ endedAt, failure }) => failure === "" && !endedAt.startsWith("0001-"));

export const momentOf = (time: string) =>
  new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

/** The words for rows of each kind: singular and plural. */
export const kindWords = {
  products: ["product", "products"],
  categories: ["category", "categories"],
  product_slugs: ["former URL", "former URLs"],
  alternative_picks: ["choice of alternatives", "choices of alternatives"],
  collections: ["collection", "collections"],
  comparison_verdicts: ["verdict", "verdicts"],
  legal_pages: ["legal page", "legal pages"],
  social_media_links: ["social link", "social links"],
  logo_settings: ["site logo", "site logos"],
  site_settings: ["setting", "settings"],
  images: ["image", "images"],
} as const;

export type Kind = keyof typeof kindWords;

export const kinds = Object.keys(kindWords) as Kind[];

/** "2 products", "1 image". */
export function countOfKind(count: number, kind: Kind): string {
  const [one, many] = kindWords[kind];
  return countOf(count, one, many);
}

interface Count {
  added: number;
  changed: number;
  removed: number;
}

/** "3 added, 1 removed", or an empty string if nothing changed. */
export const doneTo = ({ added, changed, removed }: Count) =>
  [
    [added, "added"],
    [changed, "changed"],
    [removed, "removed"],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${formatCount(Number(count))} ${word}`)
    .join(", ");

/** Describes the changes of a run, for all kinds together. */
export function doneIn(counts: SyncRun["counts"]): string {
  const all = { added: 0, changed: 0, removed: 0 };
  for (const count of Object.values(counts)) {
    all.added += count.added;
    all.changed += count.changed;
    all.removed += count.removed;
  }
  return doneTo(all) || "No changes";
}

/** Names the content that this site's version is too old for. */
export const leftOutIn = (names: string[]) =>
  `Production runs a newer version. This site doesn't support these yet and left them out: ${names.join(", ")}. Upgrade this site to get them.`;
