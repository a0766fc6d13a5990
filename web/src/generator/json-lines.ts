/** A line of a prompt's JSON in its parts; joined they are the line. */
export interface JsonLine {
  indent: string;
  /** A key with its quotation marks; empty where the line has none. */
  name: string;
  /** What stands between name and text. */
  colon: string;
  /** A value with its quotation marks; empty where the line has none. */
  text: string;
  /** Braces and the comma at the end. */
  rest: string;
}

/** The lines of a prompt's JSON as `jsonOf` writes it: one text, or one brace, on a line. */
export function linesOf(json: string): JsonLine[] {
  return json.split("\n").map(partsOf);
}

/** The keys are our own names, so that no quotation mark can stand in one. */
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
