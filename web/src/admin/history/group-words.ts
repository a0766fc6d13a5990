import type { AuditEntry } from "../../api/schema.gen";
import { type Fields, fieldsOf, isShown, labelOf } from "../../kit/admin/differences";
import { countOf, formatCount } from "../../kit/count";
import type { WordOverrides } from "./entry-words";

/** What the entry of a change of several products says of it. */
interface Group {
  action: string;
  count: number;
  fields: string[];
  to: unknown;
  file: string;
}

export const groupOf = (action: string, { count, fields, to, file }: Fields): Group => ({
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
export function groupWords(entry: AuditEntry): WordOverrides | undefined {
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

export const fromFile = ({ file }: Group) => (file === "" ? "" : ` from ${file}`);

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
export function leftOut({ after }: AuditEntry): string {
  const { left } = fieldsOf(after);
  return typeof left === "number" && left > 0 ? `, except ${toolsOf(left)}` : "";
}

/** "name", "name and website", "name, website and 3 more". */
export function listed(words: string[]): string {
  if (words.length > 3) return `${words.slice(0, 2).join(", ")} and ${words.length - 2} more`;
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}
