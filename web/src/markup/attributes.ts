import { Unsupported } from "./unsupported";

const reserved = /["'&<>]/;
const everyReserved = /["'&<>]/g;
const entities: Record<string, string> = { '"': "&quot;", "'": "&#x27;", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text as it may stand in an element or in a quoted attribute. */
export function escapeText(text: string): string {
  return reserved.test(text) ? text.replace(everyReserved, (character) => entities[character] ?? "") : text;
}

/** How a property's value is written: as text, as text where true and false are words too, by being there, or by itself. */
type Kind = "text" | "spoken" | "flag" | "address" | "style" | "nothing";

/** A property of an element: the name of its attribute with all that stands before its value, and how that is written. */
interface Attribute {
  start: string;
  kind: Kind;
}

/** The properties that our components give to elements; a bare object, for each attribute of a page is looked up here. */
const attributes: Record<string, Attribute> = Object.create(null);

function know(properties: string, kind: Kind, nameOf = (property: string) => property) {
  for (const property of properties.split(" ")) attributes[property] = { start: ` ${nameOf(property)}="`, kind };
}

know("alt as cx cy d decoding fill height id lang loading maxLength method name offset opacity placeholder", "text");
know("points r rel role rows rx ry sandbox stroke target title transform type viewBox width x x1 x2 xmlns", "text");
know("y y1 y2 autoCapitalize autoComplete autoCorrect dateTime enterKeyHint inputMode referrerPolicy", "text");
know("className htmlFor", "text", (property) => (property === "className" ? "class" : "for"));
know("clipRule fillRule stopColor stopOpacity strokeDasharray strokeLinecap strokeLinejoin", "text", dashed);
know("strokeOpacity strokeWidth", "text", dashed);
know("tabIndex", "text", () => "tabindex");
know("value spellCheck", "spoken");
know("allowFullScreen checked disabled hidden inert open readOnly required", "flag");
know("autoFocus", "flag", () => "autofocus");
know("action href src", "address");
know("style", "style");
know("children key ref defaultValue defaultChecked suppressHydrationWarning", "nothing");

function dashed(property: string): string {
  return property.replace(/[A-Z]/g, "-$&").toLowerCase();
}

function learn(property: string): Attribute {
  if (/^on[A-Z]/.test(property)) know(property, "nothing");
  else if (/^(aria|data)-[a-z-]+$/.test(property)) know(property, "spoken");
  const attribute = attributes[property];
  if (attribute === undefined) throw new Unsupported(property);
  return attribute;
}

/** An attribute with the space before it, from a property of an element; empty when the value asks for none. */
export function attribute(property: string, value: unknown): string {
  const { start, kind } = attributes[property] ?? learn(property);
  if (typeof value === "string" && (kind === "text" || kind === "spoken")) return `${start + escapeText(value)}"`;
  switch (kind) {
    case "nothing":
      return "";
    case "flag":
      return value ? `${start}"` : "";
    case "style":
      return style(start, value as object);
    case "address":
      return address(property, start, value);
    case "text":
      if (typeof value === "boolean") return "";
  }
  if (typeof value !== "number" && typeof value !== "boolean")
    throw new Unsupported(`a ${typeof value} as ${property}`);
  return `${start + value}"`;
}

/** What might be a script is left to React, which disarms it. */
function address(property: string, start: string, value: unknown): string {
  if (typeof value !== "string" || /^[\0- ]*j/i.test(value)) throw new Unsupported(`${property} ${value}`);
  return value === "" && property === "src" ? "" : `${start + escapeText(value)}"`;
}

/** The styles that take a number of pixels. */
const lengths = new Set(["width", "height"]);
const pixels = (length: number) => (length === 0 ? "0" : `${length}px`);

function style(start: string, value: object): string {
  let declarations = "";
  for (const [name, said] of Object.entries(value)) {
    if (said === undefined || said === null || said === "") continue;
    const text = typeof said === "number" && lengths.has(name) ? pixels(said) : said;
    if (typeof text !== "string") throw new Unsupported(`a ${typeof said} as ${name}`);
    const property = name.startsWith("--") ? name : dashed(name);
    declarations += `${(declarations && ";") + escapeText(property)}:${escapeText(text.trim())}`;
  }
  return declarations && `${start + declarations}"`;
}
