import type { AuditEntry } from "../../api/schema.gen";
import { shownTime } from "./days";
import fieldLabels from "./field-labels.json";

/** A part of a text, and whether it is missing in the other text. */
export interface Piece {
  text: string;
  changed: boolean;
}

/** A changed field. A side without pieces is empty. */
export interface Difference {
  field: string;
  label: string;
  before: Piece[];
  after: Piece[];
}

/** The labels of fields that are not the words of their names ("promo text" of promoText). */
const labels = new Map(Object.entries(fieldLabels));

/** Fields that change with every change or follow from another field, and are therefore not shown. */
const silent = new Set([
  "id",
  "version",
  "createdAt",
  "updatedAt",
  "inBulk",
  "logoColor",
  "move",
  "places",
  "oldNames",
  "oldSlugs",
]);

/** Reports whether a change of the field is shown. */
export const isShown = (field: string) => !silent.has(field);

export type Fields = Record<string, unknown>;

/** Returns the fields of a side of an entry, or none. */
export const fieldsOf = (side: unknown): Fields =>
  typeof side === "object" && side !== null && !Array.isArray(side) ? (side as Fields) : {};

/** Returns the fields that an entry has changed, in their stored order. */
export function differencesOf({ before, after }: Pick<AuditEntry, "before" | "after">): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => isShown(field) && textOf(old[field]) !== textOf(now[field]))
    .map((field) => {
      const [oldPieces, nowPieces] = compared(textOf(old[field]), textOf(now[field]));
      return { field, label: labelOf(field), before: oldPieces, after: nowPieces };
    });
}

export const labelOf = (field: string) =>
  labels.get(field) ?? field.replace("theme.", "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : shownTime(String(value));
}

/** Splits two texts into pieces, word by word, and marks what only one of them has. */
export function compared(before: string, after: string): [Piece[], Piece[]] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const common = longestCommon(old, now);
  return [pieces(old, common.old), pieces(now, common.now)];
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** Joins adjacent words that are both marked or both unmarked. */
function pieces(words: string[], isCommon: boolean[]): Piece[] {
  const found: Piece[] = [];
  for (const [index, text] of words.entries()) {
    const changed = !isCommon[index];
    const last = found.at(-1);
    if (last?.changed === changed) last.text += text;
    else found.push({ text, changed });
  }
  return found;
}

/** The size limit of the LCS table. Beyond it, everything between the common start and end counts as changed. */
const maxCells = 1_000_000;

/** Returns which words belong to the longest common subsequence. */
function longestCommon(old: string[], now: string[]): { old: boolean[]; now: boolean[] } {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const ends = (words: string[]) => words.map((_, index) => index < head || index >= words.length - tail);
  const common = { old: ends(old), now: ends(now) };
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (left.length * right.length <= maxCells) {
    for (const [oldIndex, nowIndex] of commonPairs(left, right)) {
      common.old[head + oldIndex] = true;
      common.now[head + nowIndex] = true;
    }
  }
  return common;
}

/** The standard LCS table: lengths[i][j] is the length of the common subsequence of the words from i and from j on. */
function commonPairs(left: string[], right: string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

interface FieldDifferencesProps {
  differences: Difference[];
  /** What the two sides are, for screen readers. */
  sides?: [string, string];
  className?: string;
}

/** Fields before and after, side by side. */
export function FieldDifferences({ differences, sides = ["Before", "After"], className = "" }: FieldDifferencesProps) {
  return (
    <dl
      className={`divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-background ${className}`}
    >
      <div
        aria-hidden="true"
        className="grid grid-cols-2 text-[0.75rem] text-dim md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]"
      >
        {sides.map((name) => (
          <span key={name} className="px-3 py-1.5 first:md:col-start-2">
            {name}
          </span>
        ))}
      </div>
      {differences.map(({ field, label, before, after }) => (
        <div
          key={field}
          className="grid grid-cols-2 text-[0.8125rem] leading-5 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <dt className="col-span-full px-3 pt-2 text-dim first-letter:uppercase md:col-auto md:py-2">{label}</dt>
          <dd className={`${side} md:border-l`}>
            <span className="sr-only">{sides[0]}: </span>
            <Pieces pieces={before} as="del" />
          </dd>
          <dd className={`${side} border-l`}>
            <span className="sr-only">{sides[1]}: </span>
            <Pieces pieces={after} as="ins" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const side = "max-h-80 overflow-y-auto border-hairline px-3 pt-1.5 pb-2.5 wrap-anywhere whitespace-pre-line md:py-2";

const marks = {
  del: "rounded-[0.1875rem] bg-danger/26 line-through decoration-danger/70",
  ins: "rounded-[0.1875rem] bg-free/24 no-underline",
};

/** One version of a text, with what the other one does not have marked. */
export function Pieces({ pieces, as: Mark }: { pieces: Piece[]; as: "del" | "ins" }) {
  if (pieces.length === 0) return <span className="text-dim">empty</span>;
  return pieces.map(({ text, changed }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    if (!changed) return <span key={index}>{text}</span>;
    return (
      <Mark key={index} className={marks[Mark]}>
        {text}
      </Mark>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: until here
  });
}
