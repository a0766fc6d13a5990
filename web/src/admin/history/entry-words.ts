import { kinds } from "../../api/kinds.gen";
import type { AuditEntry } from "../../api/schema.gen";
import { differencesOf, fieldsOf, labelOf } from "../../kit/admin/differences";
import { countOf, inSentence } from "../../kit/count";
import { fromFile, groupOf, groupWords, leftOut, listed } from "./group-words";

/** Who made changes without signing in, as the beginning of a sentence. */
const programs = new Map([
  ["command line", "The command line"],
  ["first start", "The first start"],
  ["import", "An import"],
  ["demo", "The demo"],
  ["", "Somebody"],
]);

export const actorOf = ({ actor }: AuditEntry) => programs.get(actor) ?? actor;

/** A sentence about an entry without its user: the action, its object, and details. */
interface EntryWords {
  verb: string;
  name: string;
  details: string;
}

export type WordOverrides = Partial<EntryWords>;

/** The verbs of actions that are the same for all objects. */
const verbs = new Map([
  ["create", "added"],
  ["update", "changed"],
  ["delete", "deleted"],
  ["restore", "restored"],
  ["purge", "permanently deleted"],
  ["upload", "uploaded"],
  ["undo", "undid a change to"],
  ["approve", "approved"],
  ["reject", "rejected"],
  ["schedule", "scheduled"],
  ["unschedule", "unscheduled"],
  ["send", "sent"],
  ["start", "started"],
  ["pause", "paused"],
  ["resume", "resumed"],
  ["stop", "stopped"],
]);

/** The words of actions that are specific to one kind of object. */
const overrides = new Map<string, (entry: AuditEntry) => WordOverrides>([
  ["products update", (entry) => groupWords(entry) ?? changedFields(entry)],
  ["products delete", (entry) => groupWords(entry) ?? {}],
  ["products restore", (entry) => groupWords(entry) ?? {}],
  ["products purge", (entry) => groupWords(entry) ?? {}],
  ["users create", ({ actor }) => (actor === "first start" ? { verb: "created the first administrator" } : {})],
  ["products reorder", (entry) => ({ verb: "moved", name: movedIn(entry) })],
  ["products undo", (entry) => groupWords(entry) ?? movedBack(entry)],
  [
    "products import",
    (entry) => groupWords(entry) ?? (entry.before === null ? { verb: "imported" } : changedFields(entry)),
  ],
  ["categories update", changedFields],
  ["categories rename", ({ after }) => ({ verb: "renamed", details: ` to ${String(fieldsOf(after).name)}` })],
  [
    "categories merge",
    ({ after }) => ({ verb: "merged", details: ` into ${String(fieldsOf(fieldsOf(after).into).name)}` }),
  ],
  ["categories undo", ({ after }) => ({ verb: "undid the merge of", name: String(fieldsOf(after).name) })],
  ["users login", () => ({ verb: "signed in", name: "" })],
  ["users logout", () => ({ verb: "signed out", name: "" })],
  ["users login_failed", () => ({ verb: "failed to sign in", name: "" })],
  ["users password", () => ({ verb: "changed their password", name: "" })],
  ["users password_failed", () => ({ verb: "entered a wrong current password", name: "" })],
  ["users code_failed", () => ({ verb: "entered a wrong two-factor code", name: "" })],
  ["users two_factor_on", () => ({ verb: "turned two-factor authentication on", name: "" })],
  ["users two_factor_off", ({ actor, objectId }) => twoFactorOff(actor, objectId)],
  ["users recovery_codes", () => ({ verb: "got new recovery codes", name: "" })],
  ["users update", userChange],
  ["invitations create", ({ after }) => ({ verb: "invited", name: `somebody as ${String(fieldsOf(after).role)}` })],
  [
    "invitations delete",
    ({ before }) => ({ verb: "revoked an invitation", name: `as ${String(fieldsOf(before).role)}` }),
  ],
  ["users resend_code", () => ({ verb: "sent a new code to" })],
  ["drafts draft", ({ after }) => ({ verb: `had ${String(fieldsOf(after).kind)} drafted for` })],
  ["content sync", ({ after }) => ({ verb: "copied", name: "production", details: syncedRows(after) })],
  [
    "content import",
    ({ after }) => ({
      verb: "imported",
      name: "a site's content",
      details: `${fromFile(groupOf("import", fieldsOf(after)))}${syncedRows(after)}`,
    }),
  ],
  [
    "sync_runs sync",
    ({ after }) => ({ verb: "failed to copy", name: "production", details: `: ${String(fieldsOf(after).failure)}` }),
  ],
  ["sync_runs webhook", () => ({ verb: "was notified that", name: "production", details: " has changed" })],
  ["tokens create", () => ({ verb: "created the API token" })],
  ["tokens delete", () => ({ verb: "revoked the API token" })],
  ["alternative_picks update", () => ({ verb: "changed the alternatives to" })],
  ["alternative_picks undo", () => ({ verb: "undid a change of the alternatives to" })],
  ["collections update", changedFields],
  ["newsletters import", ({ after }) => ({ verb: "imported", name: subscribersIn(after) })],
  ["redirects import", ({ after }) => ({ verb: "imported", name: oldUrlsIn(after) })],
  ["redirects undo", (entry) => (entry.objectId ? {} : { verb: "undid a change of", name: oldUrlsIn(entry.after) })],
  ["comparison_verdicts create", theVerdict],
  ["comparison_verdicts update", theVerdict],
  ["comparison_verdicts delete", theVerdict],
  ["comparison_verdicts undo", theVerdict],
  ["affiliate_links create", theLink],
  ["affiliate_links update", (entry) => ({ ...changedFields(entry), ...theLink(entry) })],
  ["affiliate_links delete", theLink],
  ["affiliate_links undo", theLink],
  ["bookings create", theBooking],
  ["bookings update", (entry) => ({ ...changedFields(entry), ...theBooking() })],
  ["bookings delete", theBooking],
  ["bookings undo", theBooking],
  ["affiliate_imports create", theEarnings],
  ["affiliate_imports undo", theEarnings],
  ["site_settings update", (entry) => ({ ...changedFields(entry), name: "the settings" })],
  ["site_settings undo", () => ({ name: "the settings" })],
  ["newsletter_drafts update", () => ({ verb: "edited the next issue" })],
  ["newsletter_drafts delete", () => ({ verb: "started the next issue over," })],
]);

/** Describes an entry in words. An unknown action is shown as it is in the log. */
export function wordsOf(entry: AuditEntry): EntryWords {
  const { action, object } = entry;
  const words = overrides.get(`${object} ${action}`)?.(entry) ?? {};
  return { verb: verbs.get(action) ?? action, name: nameOf(entry), details: "", ...words };
}

/** Entries of the history, the newest first. */
export type Run = [AuditEntry, ...AuditEntry[]];

/** What is counted where several of it are changed alike. */
const folding = new Set([
  ...["products", "categories", "collections", "images", "logo_settings"],
  ...["social_media_links", "product_submissions", "newsletters", "affiliate_links", "synonyms", "redirects"],
]);

/** The fewest entries that become one line, and within how many milliseconds of the newest they were made. */
const fewest = 3;
const apart = 60_000;

/** Joins entries that follow each other where one person did the same to several things within a minute. */
export function runsOf(entries: AuditEntry[]): Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && isAlike(last[0], entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length < fewest ? run.map((entry): Run => [entry]) : [run]));
}

const isAlike = (one: AuditEntry, other: AuditEntry) =>
  folding.has(one.object) &&
  [one, other].every((entry) => entry.objectId !== "" && entry.undone.version === 0 && wordsOf(entry).details === "") &&
  one.object === other.object &&
  one.action === other.action &&
  one.actor === other.actor &&
  Date.parse(one.at) - Date.parse(other.at) < apart;

/** Describes a run in words: "uploaded 36 images". */
export function runWords(run: Run): EntryWords {
  const words = wordsOf(run[0]);
  const kind = kinds.get(run[0].object);
  if (run.length === 1 || !kind) return words;
  return { ...words, name: countOf(run.length, kind.one, inSentence(kind.many)) };
}

/** Counts the old URLs that an import has added or changed, or its undo restored. */
function oldUrlsIn(after: unknown): string {
  const { added, changed, restored } = fieldsOf(after);
  return countOf(
    [added, changed, restored].reduce<number>((sum, count) => sum + Number(count ?? 0), 0),
    "old URL",
  );
}

/** The fields that contain an object's name. */
const naming = ["name", "productName", "title", "subject", "platform", "email", "says", "from"];

/** Returns the name that an entry's object has or had. */
export function nameOf({ object, objectId, before, after }: AuditEntry): string {
  return namedIn(before, after) ?? numbered({ object, objectId });
}

/** Returns the first name that one of the sides contains. */
function namedIn(...sides: unknown[]): string | undefined {
  const names = naming.flatMap((field) => sides.map((side) => fieldsOf(side)[field]));
  return names.find((word): word is string => typeof word === "string" && word !== "");
}

type ObjectRef = Pick<AuditEntry, "object" | "objectId">;

/** Names an object by its number while its name is unknown. */
function numbered({ object, objectId }: ObjectRef): string {
  const word = kinds.get(object)?.one ?? object;
  return objectId === "" ? word : `${word} ${objectId}`;
}

/** Returns an object's current name from these entries, which are sorted newest first. */
export function currentName(entries: AuditEntry[], ref: ObjectRef): string {
  for (const { object, objectId, before, after } of entries) {
    const isAbout = objectId === ref.objectId && (ref.object === "" || object === ref.object);
    const name = isAbout ? namedIn(after, before) : undefined;
    if (name) return name;
  }
  return numbered(ref);
}

function changedFields(entry: AuditEntry): WordOverrides {
  const fields = differencesOf(entry).map(({ field }) => labelOf(field));
  return fields.length === 0 ? { verb: "saved" } : { verb: "edited", details: `: ${listed(fields)}` };
}

/** The name of the one moved tool, or how many were moved. */
function movedIn({ after }: AuditEntry): string {
  const { moved, name } = fieldsOf(after);
  if (typeof name === "string" && typeof moved === "number") return name;
  return typeof moved === "number" ? countOf(moved, "tool") : "";
}

/** ": 3 rows differed", for all tables together. */
function syncedRows(after: unknown): string {
  let rows = 0;
  for (const count of Object.values(fieldsOf(after))) {
    const { added, changed, removed } = fieldsOf(count);
    for (const some of [added, changed, removed]) rows += typeof some === "number" ? some : 0;
  }
  return `: ${countOf(rows, "row")} differed`;
}

/** Names a verdict by its tools. */
function theVerdict({ objectId, before, after }: AuditEntry): WordOverrides {
  return { name: `the verdict on ${namedIn(before, after) ?? objectId}` };
}

/** The last value that one of the sides has of a field. */
const fieldIn = ({ before, after }: AuditEntry, field: string) =>
  String(fieldsOf(after)[field] || fieldsOf(before)[field] || "");

/** Names an affiliate link by its network and program, as its product's name isn't in the entry. */
function theLink(entry: AuditEntry): WordOverrides {
  const words = [fieldIn(entry, "network"), fieldIn(entry, "programme")].filter(Boolean);
  return { name: ["the affiliate link", words.join(" · ") || entry.objectId].join(" ") };
}

function theBooking(): WordOverrides {
  return { name: "a booking" };
}

function theEarnings(entry: AuditEntry): WordOverrides {
  return { name: ["earnings", fieldIn(entry, "network")].filter(Boolean).join(" from ") };
}

const subscribersIn = (after: unknown) => countOf(Number(fieldsOf(after).added) || 0, "subscriber");

/** Describes an undo of a move, or of a change to one product. */
function movedBack(entry: AuditEntry): WordOverrides {
  return movedIn(entry) === "" ? {} : { verb: "moved", name: movedIn(entry), details: ` back${leftOut(entry)}` };
}

/** What became of an account: its role, whether it can sign in, or its name and email. */
function userChange(entry: AuditEntry): WordOverrides {
  const was = fieldsOf(entry.before);
  const is = fieldsOf(entry.after);
  if (is.role !== undefined && was.role !== is.role) return { verb: "made", details: ` ${String(is.role)}` };
  if (was.isDisabled !== is.isDisabled) return { verb: is.isDisabled ? "disabled" : "enabled" };
  return changedFields(entry);
}

/** Administrators turn it off for themselves, and whoever runs the server for others. */
const twoFactorOff = (actor: string, objectId: string): WordOverrides =>
  actor.includes("@")
    ? { verb: "turned two-factor authentication off", name: "" }
    : { verb: "turned two-factor authentication off for", name: `account ${objectId}` };
