import type { AuditEntry } from "../../api/audit";
import { countOf, formatCount } from "../../ui/count";
import { differencesOf, type Fields, fieldsOf, isShown, labelOf } from "./differences";

/** A sentence about an entry without its user: the action, its object, and details. */
export interface EntryWords {
  verb: string;
  name: string;
  details: string;
}

/** The objects' names on the screens, by their name in the audit log. */
const objectWords = new Map([
  ["products", "product"],
  ["alternative_picks", "alternatives"],
  ["categories", "category"],
  ["images", "image"],
  ["legal_pages", "legal page"],
  ["logo_settings", "site logo"],
  ["social_media_links", "social link"],
  ["site_settings", "setting"],
  ["comparison_verdicts", "verdict"],
  ["collections", "collection"],
  ["product_submissions", "submission"],
  ["users", "account"],
  ["tokens", "token"],
  ["drafts", "draft"],
  ["content", "content"],
  ["sync_runs", "sync"],
  ["newsletters", "subscriber"],
  ["newsletter_drafts", "next issue"],
  ["newsletter_issues", "issue"],
]);

type WordOverrides = Partial<EntryWords>;

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
  ["users update", ({ after }) => ({ verb: fieldsOf(after).isDisabled ? "disabled" : "enabled" })],
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
  ["tokens create", () => ({ verb: "created the token" })],
  ["tokens delete", () => ({ verb: "revoked the token" })],
  ["alternative_picks update", () => ({ verb: "changed the alternatives to" })],
  ["alternative_picks undo", () => ({ verb: "undid a change of the alternatives to" })],
  ["collections update", changedFields],
  ["newsletters import", ({ after }) => ({ verb: "imported", name: subscribersIn(after) })],
  ["comparison_verdicts create", theVerdict],
  ["comparison_verdicts update", theVerdict],
  ["comparison_verdicts delete", theVerdict],
  ["comparison_verdicts undo", theVerdict],
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

/** The fields that contain an object's name. */
const naming = ["name", "productName", "title", "subject", "platform", "email"];

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
  const word = objectWords.get(object) ?? object;
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
  return fields.length === 0 ? { verb: "saved" } : { verb: `changed ${listed(fields)} of` };
}

/** "name", "name and website", "name, website and 3 more". */
function listed(words: string[]): string {
  if (words.length > 3) return `${words.slice(0, 2).join(", ")} and ${words.length - 2} more`;
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
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

const subscribersIn = (after: unknown) => countOf(Number(fieldsOf(after).added) || 0, "subscriber");

/** Describes an undo of a move, or of a change to one product. */
function movedBack(entry: AuditEntry): WordOverrides {
  return movedIn(entry) === "" ? {} : { verb: "moved", name: movedIn(entry), details: ` back${leftOut(entry)}` };
}

/** What the entry of a change of several products says of it. */
interface Group {
  action: string;
  count: number;
  fields: string[];
  to: unknown;
  file: string;
}

const groupOf = (action: string, { count, fields, to, file }: Fields): Group => ({
  action,
  count: Number(count) || 0,
  fields: Array.isArray(fields) ? fields.map(String).filter(isShown) : [],
  to,
  file: typeof file === "string" ? file : "",
});

/** The number of tools that an entry of the history is the sum of; 0: it is no sum. */
export function toolsIn({ object, objectId, after }: AuditEntry): number {
  if (object !== "products" || objectId !== "") return 0;
  const { count, created, updated, restored } = fieldsOf(after);
  return Number(count ?? restored) || (Number(created) || 0) + (Number(updated) || 0);
}

const toolsOf = (count: number) => countOf(count, "tool");

/** What was done to several tools and how its undo is called, by action. */
const groups = new Map<string, { done: (group: Group) => WordOverrides; called: (group: Group) => string }>([
  [
    "update",
    {
      done: updated,
      called: ({ fields }) => `a change${fields.length > 0 ? ` of the ${listedFields(fields)}` : ""} of`,
    },
  ],
  ["create", { done: () => ({ verb: "added" }), called: () => "the addition of" }],
  ["delete", { done: () => ({ verb: "deleted" }), called: () => "the deletion of" }],
  ["restore", { done: () => ({ verb: "restored" }), called: () => "the restoration of" }],
  ["purge", { done: () => ({ verb: "permanently deleted" }), called: () => "the deletion of" }],
  ["import", { done: () => ({ verb: "imported" }), called: () => "the import of" }],
  ["undo", { done: () => ({ verb: "undid a change to" }), called: () => "an undo for" }],
]);

const listedFields = (fields: string[]) => listed(fields.map(labelOf));

/** "changed the section of … to Our Products", "turned on deal for …". */
function updated({ fields, to }: Group): WordOverrides {
  const labels = listedFields(fields);
  if (typeof to === "boolean") return { verb: `turned ${to ? "on" : "off"} ${labels} for` };
  const details = typeof to === "string" && to !== "" ? ` to ${to}` : "";
  return { verb: labels === "" ? "changed" : `changed the ${labels} of`, details };
}

/** Describes a change of several tools; undefined: the entry is none. */
function groupWords(entry: AuditEntry): WordOverrides | undefined {
  const after = fieldsOf(entry.after);
  const total = toolsIn(entry);
  if (total === 0) return undefined;
  if (entry.action === "undo") return undone(after, total);
  const group = groupOf(entry.action, { ...after, count: total });
  const { verb = entry.action, details = "" } = groups.get(entry.action)?.done(group) ?? {};
  return {
    verb,
    name: toolsOf(total),
    details: `${details}${fromFile(group)}${newAndChanged(after)}${namesIn(after, total)}`,
  };
}

/** Describes the undo of a change of several tools. Earlier versions of the program said only how many were restored. */
function undone(after: Fields, restored: number): WordOverrides {
  const of = groupOf(String(fieldsOf(after.of).action ?? "import"), { count: restored, ...fieldsOf(after.of) });
  const tools = restored < of.count ? `${formatCount(restored)} of ${toolsOf(of.count)}` : toolsOf(of.count);
  return { verb: `undid ${groups.get(of.action)?.called(of) ?? "a change to"}`, name: tools, details: fromFile(of) };
}

const fromFile = ({ file }: Group) => (file === "" ? "" : ` from ${file}`);

/** ": 57 new, 3 changed" of an import that did both. */
function newAndChanged({ created, updated }: Fields): string {
  const [added, changed] = [Number(created) || 0, Number(updated) || 0];
  return added > 0 && changed > 0 ? `: ${formatCount(added)} new, ${formatCount(changed)} changed` : "";
}

/** " (Runway, Krea and 58 more)". */
function namesIn({ names }: Fields, total: number): string {
  if (!Array.isArray(names) || names.length === 0) return "";
  const more = total - names.length;
  if (more === 0 && names.length > 1) return ` (${names.slice(0, -1).join(", ")} and ${names.at(-1)})`;
  return ` (${names.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""})`;
}

/** ", except 1 tool". */
function leftOut({ after }: AuditEntry): string {
  const { left } = fieldsOf(after);
  return typeof left === "number" && left > 0 ? `, except ${toolsOf(left)}` : "";
}
