/** A line of the JSON, split into its parts. */
export interface JsonLine {
  indent: string;
  /** The key with its quotation marks; empty if the line has none. */
  name: string;
  /** The text between key and value. */
  colon: string;
  /** The value with its quotation marks; empty if the line has none. */
  text: string;
  /** Braces and the trailing comma. */
  rest: string;
}

/** Splits JSON from `jsonOf` into lines. Each line has one value or one brace. */
export function linesOf(json: string): JsonLine[] {
  return json.split("\n").map(partsOf);
}

/** The keys are ours, so they contain no quotation marks. */
const beginning = /^( *)(?:("\w+")(: ))?/;

function partsOf(line: string): JsonLine {
  const [all = "", indent = "", name = "", colon = ""] = beginning.exec(line) ?? [];
  const after = line.slice(all.length);
  const comma = after.endsWith(",") ? "," : "";
  const isText = after.startsWith('"');
  return {
    indent,
    name,
    colon,
    text: isText ? after.slice(0, after.length - comma.length) : "",
    rest: isText ? comma : after,
  };
}
