import type { Draft, DraftInput, DraftItem } from "../../api/schema.gen";
import { type Move, moved, moveTo } from "../../kit/admin/order";
import type { SectionKind } from "./api";

/** The sections of an issue, in the order of the email. */
export const sections: readonly { kind: SectionKind; label: string }[] = [
  { kind: "new", label: "New" },
  { kind: "featured", label: "Featured" },
  { kind: "deals", label: "Deals" },
  { kind: "popular", label: "Most popular" },
];

export const labelOf = (kind: SectionKind) => sections.find((section) => section.kind === kind)?.label ?? "";

/** What the administrator changes of an issue. */
export type Values = Pick<Draft, "subject" | "intro" | "items">;

export const valuesOf = ({ subject, intro, items }: Values): Values => ({ subject, intro, items });

export const inputOf = ({ subject, intro, items }: Values): DraftInput => ({
  subject,
  intro,
  items: items.map(({ section, product }) => ({ section, productId: product.id })),
});

/** Reports whether two versions of an issue would be saved as the same. */
export const isSame = (one: Values, other: Values) => JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/**
 * A line of the list in which tools are ordered: a tool, or the heading of a section. Headings have negative ids, so
 * that a tool that is moved past one goes to another section.
 */
export interface Line {
  id: number;
  name: string;
  section: SectionKind;
  item?: DraftItem;
  /** The number of tools of a heading's section. */
  count: number;
}

/** Returns the lines of an issue: each section's heading, then its tools. */
export function linesOf(items: readonly DraftItem[]): Line[] {
  return sections.flatMap(({ kind, label }, index) => {
    const own = items.filter(({ section }) => section === kind);
    return [
      { id: -1 - index, name: label, section: kind, count: own.length },
      ...own.map((item) => ({ id: item.product.id, name: item.product.name, section: kind, item, count: 0 })),
    ];
  });
}

/** Returns the tools of lines in any order: each belongs to the heading above it, and above all to the first section. */
export function itemsOf(lines: readonly Line[]): DraftItem[] {
  let section: SectionKind = "new";
  const items: DraftItem[] = [];
  for (const line of lines) {
    if (line.item) items.push(line.item.section === section ? line.item : { ...line.item, section });
    else section = line.section;
  }
  return items;
}

/** Returns the tools after a move between lines. */
export const itemsAfter = (lines: readonly Line[], move: Move) => itemsOf(moved(lines, move));

/** Returns the tools with one of them at the end of a section. */
export const movedTo = (items: readonly DraftItem[], id: number, section: SectionKind): DraftItem[] => {
  const item = items.find(({ product }) => product.id === id);
  return item ? [...items.filter((other) => other !== item), { ...item, section }] : [...items];
};

/** Says where a tool is if it is moved to this position between the lines: "Featured, 2 of 3". */
export function placeOf(position: number, lines: readonly Line[], id: number): string {
  const move = moveTo(lines, id, position);
  const items = move ? itemsAfter(lines, move) : itemsOf(lines);
  const section = items.find(({ product }) => product.id === id)?.section ?? "new";
  const own = items.filter((item) => item.section === section);
  return `${labelOf(section)}, ${own.findIndex(({ product }) => product.id === id) + 1} of ${own.length}`;
}
