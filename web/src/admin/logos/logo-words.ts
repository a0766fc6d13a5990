import type { LogoEntry, LogosSynced } from "../../api/logos";
import type { BadgeTone } from "../../ui/badge";
import { countOf } from "../../ui/count";
import { fold } from "../fold";

interface LogoWords {
  text: string;
  tone: BadgeTone;
}

const statuses: Record<LogoEntry["status"], LogoWords> = {
  exists: { text: "Active", tone: "free" },
  missing: { text: "Missing", tone: "danger" },
  external: { text: "External", tone: "freemium" },
  none: { text: "No Logo", tone: "unknown" },
};

export const statusOf = ({ status }: LogoEntry): LogoWords => statuses[status];

/** A logo that is nowhere, or at another site's address, is none that two sites of ours could differ in. */
export function syncOf({ status, synced }: LogoEntry): LogoWords {
  if (status === "external" || status === "none") return { text: "N/A", tone: "unknown" };
  return synced ? { text: "Synced", tone: "free" } : { text: "Needs Sync", tone: "premium" };
}

/** What can be counted, and shown alone. */
export type Share = "all" | "with" | "unsynced" | "missing";

export const shares: { share: Share; label: string; meaning?: string; has: (entry: LogoEntry) => boolean }[] = [
  { share: "all", label: "Total Products", has: () => true },
  { share: "with", label: "With Logos", has: ({ status }) => status === "exists" || status === "external" },
  { share: "unsynced", label: "Need Sync", has: (entry) => syncOf(entry).text === "Needs Sync" },
  {
    share: "missing",
    label: "Missing Logos",
    meaning: "Products whose logo file is missing from this site. Products that never had a logo aren't counted.",
    has: ({ status }) => status === "missing",
  },
];

/** What is shown of the list. */
export interface LogoFilter {
  search: string;
  share: Share;
}

export const noFilter: LogoFilter = { search: "", share: "all" };

/** The entries that pass, in their order. Each word of the search is in the product's name. */
export function matching(entries: LogoEntry[], { search, share }: LogoFilter): LogoEntry[] {
  const words = fold(search).split(" ").filter(Boolean);
  const has = shares.find((one) => one.share === share)?.has;
  return entries.filter((entry) => has?.(entry) && words.every((word) => foldedName(entry).includes(word)));
}

/** A name is folded once: an entry that comes again unchanged is the same object. */
const folded = new WeakMap<LogoEntry, string>();

function foldedName(entry: LogoEntry): string {
  const known = folded.get(entry) ?? fold(entry.name);
  folded.set(entry, known);
  return known;
}

/** Says of how many logos only half is known, because production is not set or did not answer; empty where of none. */
export function unknownIn(entries: LogoEntry[]): string {
  const count = entries.filter(({ devExists, prodExists }) => devExists !== null && prodExists === null).length;
  return count === 0 ? "" : `Production status unknown for ${countOf(count, "logo")}.`;
}

/** How many pictures a sync has brought, and how many not. */
export function countsOf({ synced, missing, failed }: LogosSynced): string {
  const sentences = [];
  if (synced > 0) sentences.push(`${countOf(synced, "image")} copied.`);
  else if (failed === 0) sentences.push("All images were already here.");
  if (missing > 0) sentences.push(`${countOf(missing, "image is", "images are")} on neither site.`);
  if (failed > 0) sentences.push(`${countOf(failed, "image")} failed.`);
  return sentences.join(" ");
}

/** What a sync has done, in a sentence or two, and each failure. */
export const doneBy = (done: LogosSynced): string =>
  [countsOf(done), ...done.failures.map(({ product, name, reason }) => `${product || name}: ${reason}`)].join(" ");
