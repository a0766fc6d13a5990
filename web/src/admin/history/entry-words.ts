import type { AuditEntry } from "../../api/audit";
import { countOf, formatCount } from "../../ui/count";
import { differencesOf, fieldsOf, labelOf } from "./differences";

/** A sentence about an entry, without who did it: what was done, to what it was done, and the rest. */
export interface EntryWords {
  did: string;
  name: string;
  rest: string;
}

/** What the screens call the objects of the record, by the names that it has for them. */
export const objectWords = new Map([
  ["products", "product"],
  ["categories", "category"],
  ["images", "image"],
  ["legal_pages", "legal page"],
  ["logo_settings", "site logo"],
  ["social_media_links", "social link"],
  ["product_submissions", "submission"],
  ["users", "account"],
  ["tokens", "token"],
  ["drafts", "draft"],
  ["content", "content"],
  ["sync_runs", "sync"],
]);

type WordOverrides = Partial<EntryWords>;

/** What can be said of an action in one way for all objects. */
const simple = new Map([
  ["create", "added"],
  ["update", "changed"],
  ["delete", "deleted"],
  ["restore", "restored"],
  ["purge", "permanently deleted"],
  ["upload", "uploaded"],
  ["undo", "undid a change to"],
  ["approve", "approved"],
  ["reject", "rejected"],
]);

/** What is said of an action on one kind of object in its own way. */
const special = new Map<string, (entry: AuditEntry) => WordOverrides>([
  ["products update", changedFields],
  ["products reorder", (entry) => ({ did: "moved", name: movedIn(entry) })],
  ["products undo", undone],
  ["products import", imported],
  ["categories update", changedFields],
  ["categories rename", ({ after }) => ({ did: "renamed", rest: ` to ${String(fieldsOf(after).name)}` })],
  [
    "categories merge",
    ({ after }) => ({ did: "merged", rest: ` into ${String(fieldsOf(fieldsOf(after).into).name)}` }),
  ],
  ["categories undo", ({ after }) => ({ did: "undid the merge of", name: String(fieldsOf(after).name) })],
  ["users login", () => ({ did: "signed in", name: "" })],
  ["users logout", () => ({ did: "signed out", name: "" })],
  ["users login_failed", () => ({ did: "failed to sign in", name: "" })],
  ["users password", () => ({ did: "changed their password", name: "" })],
  ["users password_failed", () => ({ did: "entered a wrong current password", name: "" })],
  ["users update", ({ after }) => ({ did: fieldsOf(after).isDisabled ? "disabled" : "enabled" })],
  ["drafts draft", ({ after }) => ({ did: `had ${String(fieldsOf(after).kind)} drafted for` })],
  ["content sync", ({ after }) => ({ did: "copied", name: "production", rest: syncedRows(after) })],
  [
    "sync_runs sync",
    ({ after }) => ({ did: "failed to copy", name: "production", rest: `: ${String(fieldsOf(after).failure)}` }),
  ],
  ["sync_runs webhook", () => ({ did: "was notified that", name: "production", rest: " has changed" })],
  ["tokens create", () => ({ did: "created the token" })],
  ["tokens delete", () => ({ did: "revoked the token" })],
]);

/** What an entry says, in words. One whose words are not known is said as it stands in the record. */
export function wordsOf(entry: AuditEntry): EntryWords {
  const { action, object } = entry;
  const words = special.get(`${object} ${action}`)?.(entry) ?? {};
  return { did: simple.get(action) ?? action, name: nameOf(entry), rest: "", ...words };
}

/** The fields that objects are called by. */
const naming = ["name", "productName", "title", "platform", "email"];

/** What an entry is about, by the name that it has or had. */
export function nameOf({ object, objectId, before, after }: AuditEntry): string {
  return namedIn(before, after) ?? numbered({ object, objectId });
}

/** The first name that one of the sides has. */
function namedIn(...sides: unknown[]): string | undefined {
  const names = naming.flatMap((field) => sides.map((side) => fieldsOf(side)[field]));
  return names.find((word): word is string => typeof word === "string" && word !== "");
}

type Thing = Pick<AuditEntry, "object" | "objectId">;

/** What an object is called while its name is not known. */
function numbered({ object, objectId }: Thing): string {
  const word = objectWords.get(object) ?? object;
  return objectId === "" ? word : `${word} ${objectId}`;
}

/** What an object is called now, as far as these entries, the newest first, say it. */
export function calledNow(entries: AuditEntry[], thing: Thing): string {
  for (const { object, objectId, before, after } of entries) {
    const isAbout = objectId === thing.objectId && (thing.object === "" || object === thing.object);
    const name = isAbout ? namedIn(after, before) : undefined;
    if (name) return name;
  }
  return numbered(thing);
}

function changedFields(entry: AuditEntry): WordOverrides {
  const fields = differencesOf(entry).map(({ field }) => labelOf(field));
  return fields.length === 0 ? { did: "saved" } : { did: `changed ${listed(fields)} of` };
}

/** "name", "name and website", "name, website and 3 more". */
function listed(words: string[]): string {
  if (words.length > 3) return `${words.slice(0, 2).join(", ")} and ${words.length - 2} more`;
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}

/** Which one product was moved, or how many. */
function movedIn({ after }: AuditEntry): string {
  const { moved, name } = fieldsOf(after);
  if (typeof name === "string" && typeof moved === "number") return name;
  return typeof moved === "number" ? countOf(moved, "product") : "";
}

/** ": 3 rows differed", of all kinds together. */
function syncedRows(after: unknown): string {
  let rows = 0;
  for (const count of Object.values(fieldsOf(after))) {
    const { added, changed, removed } = fieldsOf(count);
    for (const some of [added, changed, removed]) rows += typeof some === "number" ? some : 0;
  }
  return `: ${countOf(rows, "row")} differed`;
}

/** One product, many that were moved, or those of an import. */
function undone(entry: AuditEntry): WordOverrides {
  const { restored } = fieldsOf(entry.after);
  if (typeof restored === "number") return { did: `undid an import of ${countOf(restored, "product")}`, name: "" };
  return movedIn(entry) === "" ? {} : { did: "moved", name: movedIn(entry), rest: " back" };
}

/** A whole file, or what it did to one product. */
function imported(entry: AuditEntry): WordOverrides {
  if (entry.objectId !== "") return entry.before === null ? { did: "imported" } : changedFields(entry);
  const { created, updated } = fieldsOf(entry.after);
  const count = (number: unknown) => formatCount(Number(number) || 0);
  return { did: `imported a file: ${count(created)} added, ${count(updated)} changed`, name: "" };
}
