import { kinds } from "../../api/kinds.gen";
import type { SyncRun } from "../../api/schema.gen";
import { countOf, formatCount, inSentence } from "../../kit/count";

/** Returns the latest successful run, or undefined. */
export const lastDone = (runs: SyncRun[]): SyncRun | undefined =>
  runs.find(({ endedAt, failure }) => failure === "" && !endedAt.startsWith("0001-"));

/** The words for rows that the history has no entries about, or names as a whole. */
const rows = new Map([
  ["product_slugs", ["former URL", "former URLs"]],
  ["alternative_picks", ["choice of alternatives", "choices of alternatives"]],
  ["site_settings", ["setting", "settings"]],
]);

/** The words for rows of a kind: one of them, and several. A kind that this version doesn't know keeps its name. */
export function rowWords(kind: string): [one: string, many: string] {
  const { one = kind, many = kind } = kinds.get(kind) ?? {};
  const [single = one, several = inSentence(many)] = rows.get(kind) ?? [];
  return [single, several];
}

/** "2 products", "1 image". */
export const countOfKind = (count: number, kind: string) => countOf(count, ...rowWords(kind));

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
