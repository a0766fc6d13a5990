/** The formats that the buttons above the text apply. */
export type Mark = "heading" | "bold" | "italic" | "list" | "link";

/** A replacement of a part of the text, and the selection after it. Positions count from 0. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  selection: [start: number, end: number];
}

/** Returns the edit that applies the format to the selection, or removes it again. */
export function markedAs(mark: Mark, text: string, start: number, end: number): Edit {
  switch (mark) {
    case "bold":
      return wrapped("**", "bold text", text, start, end);
    case "italic":
      return wrapped("_", "italic text", text, start, end);
    case "heading":
      return prefixed("## ", text, start, end);
    case "list":
      return prefixed("- ", text, start, end);
    case "link":
      return linked(text, start, end);
  }
}

function wrapped(sign: string, otherwise: string, text: string, start: number, end: number): Edit {
  const isWrapped = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  const selected = text.slice(start, end) || otherwise;
  if (isWrapped && start !== end) {
    const from = start - sign.length;
    return { from, to: end + sign.length, insert: selected, selection: [from, from + selected.length] };
  }
  const at = start + sign.length;
  return { from: start, to: end, insert: sign + selected + sign, selection: [at, at + selected.length] };
}

/** Adds the prefix to all lines of the selection, or removes it if all have it. */
function prefixed(sign: string, text: string, start: number, end: number): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const areBegun = lines.every((line) => line.startsWith(sign));
  const insert = lines.map((line) => (areBegun ? line.slice(sign.length) : sign + line)).join("\n");
  return { from, to, insert, selection: [from, from + insert.length] };
}

function linked(text: string, start: number, end: number): Edit {
  const words = text.slice(start, end) || "link text";
  const address = "https://";
  const at = start + words.length + 3; // after [words](
  return { from: start, to: end, insert: `[${words}](${address})`, selection: [at, at + address.length] };
}
