import type { LogosSynced } from "../../api/schema.gen";
import type { BadgeTone } from "../../kit/badge";
import { countOf } from "../../kit/count";
import { fold } from "../../kit/fold";
import type { LogoEntry } from "./api";

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

/** A logo that is missing or on another host has no sync status, since the two sites cannot differ in it. */
export function syncOf({ status, synced }: LogoEntry): LogoWords {
  if (status === "external" || status === "none") return { text: "N/A", tone: "unknown" };
  return synced ? { text: "Synced", tone: "free" } : { text: "Needs Sync", tone: "premium" };
}

/** The groups of logos with a counter, which can be shown alone. */
export type Share = "all" | "with" | "unsynced" | "missing";

export const shares: { share: Share; label: string; meaning?: string; has: (entry: LogoEntry) => boolean }[] = [
  { share: "all", label: "Total Products", has: () => true },
  { share: "with", label: "With Logos", has: ({ status }) => status === "exists" || status === "external" },
  { share: "unsynced", label: "Need Sync", has: (entry) => syncOf(entry).text === "Needs Sync" },
  {
    share: "missing",
    label: "Missing Logos",
    meaning: "Products that have no logo, or whose logo file is missing from this site.",
    has: ({ status }) => status === "none" || status === "missing",
  },
];

/** The filter of the logo list that has all. */
export const noFilter = { search: "", share: "all" as Share };

export type LogoFilter = typeof noFilter;

/** Returns the entries that match, in their order. Each word of the search must be in the product's name. */
export function matching(entries: LogoEntry[], { search, share }: LogoFilter): LogoEntry[] {
  const words = fold(search).split(" ").filter(Boolean);
  const has = shares.find((one) => one.share === share)?.has;
  return entries.filter((entry) => has?.(entry) && words.every((word) => foldedName(entry).includes(word)));
}

/** Caches folded names: an unchanged entry keeps its object across refetches. */
const folded = new WeakMap<LogoEntry, string>();

function foldedName(entry: LogoEntry): string {
  const text = folded.get(entry) ?? fold(entry.name);
  folded.set(entry, text);
  return text;
}

/**
 * Returns a sentence about the logos whose status on production is unknown, because production is not configured or did
 * not answer; empty if there are none.
 */
export function unknownIn(entries: LogoEntry[]): string {
  const count = entries.filter(({ devExists, prodExists }) => devExists !== null && prodExists === null).length;
  return count === 0 ? "" : `Production status unknown for ${countOf(count, "logo")}.`;
}

/** Returns a sentence about the logos whose files are missing from this site; empty if there are none. */
export function missingIn(entries: LogoEntry[]): string {
  const count = entries.filter(({ status }) => status === "missing").length;
  return count === 0 ? "" : `${countOf(count, "logo file is", "logo files are")} missing from this site.`;
}

/** Describes how many images a sync has downloaded and how many failed. */
export function countsOf({ synced, missing, failed }: LogosSynced): string {
  const sentences = [];
  if (synced > 0) sentences.push(`${countOf(synced, "image")} copied.`);
  else if (failed === 0) sentences.push("All images were already here.");
  if (missing > 0) sentences.push(`${countOf(missing, "image is", "images are")} on neither site.`);
  if (failed > 0) sentences.push(`${countOf(failed, "image")} failed.`);
  return sentences.join(" ");
}

/** Describes the result of a sync in one or two sentences, with each failure. */
export const doneBy = (done: LogosSynced): string =>
  [countsOf(done), ...done.failures.map(({ product, name, reason }) => `${product || name}: ${reason}`)].join(" ");
