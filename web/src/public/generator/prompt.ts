import { choiceAt, custom, customChoiceOf, type FieldPath, fieldPaths, optionNamed, optionsOf } from "./fields";
import { emptyForm, type Form, filledPaths, isOpen } from "./form";

/** A prompt: non-empty texts and objects of them. */
export interface Prompt {
  [key: string]: string | Prompt;
}

/** Returns the prompt that a form describes, without empty fields and objects. */
export function promptOf(form: Form): Prompt {
  const prompt: Prompt = {};
  for (const path of filledPaths(form)) setAt(prompt, path.split("."), form[path]);
  return prompt;
}

/** Returns the prompt of a form as formatted JSON. */
export const jsonOf = (form: Form): string => JSON.stringify(promptOf(form), null, 2);

/** Puts a text into the prompt at the path of its keys. */
function setAt(prompt: Prompt, [key = "", ...deeper]: string[], text: string) {
  if (deeper.length === 0) {
    prompt[key] = text;
    return;
  }
  const existing = prompt[key];
  const inner = typeof existing === "object" ? existing : {};
  prompt[key] = inner;
  setAt(inner, deeper, text);
}

/** The longest hash that stores a form, so that every browser, mail client and chat keeps the URL whole. */
export const maxHashLength = 16_384;

/** The last part, by which a URL that was cut off is detected. */
const end = "end";

/** Returns the hash that stores the form, "#style=lego&end"; empty for an empty form, null if it would be too long. */
export function hashOf(form: Form): string | null {
  const paths = filledPaths(form);
  if (paths.length === 0) return "";
  const length = paths.reduce((sum, path) => sum + path.length + form[path].length + 2, end.length + 1);
  if (length > maxHashLength) return null;
  const hash = `#${[...paths.map((path) => `${path}=${encoded(form[path])}`), end].join("&")}`;
  return hash.length > maxHashLength ? null : hash;
}

/** Encodes a text for the URL. A lone surrogate, which a URL cannot contain, becomes U+FFFD. */
const encoded = (text: string) => encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));

/** Returns the form that a hash stores, or null if the hash is damaged. */
export function formOfHash(hash: string): Form | null {
  const text = hash.replace(/^#/, "");
  if (text === "") return emptyForm;
  const parts = text.split("&");
  if (hash.length > maxHashLength || parts.pop() !== end || parts.length > fieldPaths.length) return null;
  const form: Record<FieldPath, string> = { ...emptyForm };
  for (const part of parts) {
    const [path, value] = pairOf(part);
    if (path === null || value === "" || form[path] !== "") return null;
    form[path] = value;
  }
  return fieldPaths.every((path) => form[path] === "" || isPossible(form, path)) ? form : null;
}

/** Reports whether the form could have this value: an existing option, or custom text with Custom chosen. */
function isPossible(form: Form, path: FieldPath): boolean {
  const field = choiceAt(path);
  return field ? optionNamed(field, form[path]) === form[path] : isOpen(form, path);
}

function pairOf(part: string): [FieldPath | null, string] {
  const at = part.indexOf("=");
  const name = at < 0 ? part : part.slice(0, at);
  const path = fieldPaths.find((known) => known === name);
  return path === undefined || at < 0 ? [null, ""] : [path, decoded(part.slice(at + 1))];
}

/** Decodes a value. Returns the empty string, which is never stored, if it cannot be decoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** The form read from JSON, or the errors in the JSON, one sentence each. */
type Reading =
  | { form: Form; adopted: number; faults?: undefined }
  | { form?: undefined; adopted?: undefined; faults: string[] };

/** The maximum length of the JSON, in code units: more than all fields with a million characters each. */
export const maxJsonLength = 32 * 1024 * 1024;
/** How many errors are listed; the rest are counted. */
const maxFaults = 5;

/**
 * Reads a form from a prompt's JSON. A value that is in no list becomes custom text if the list has Custom; `adopted`
 * counts these.
 */
export function readPrompt(json: string): Reading {
  if (json.trim() === "") return { faults: ["Nothing to load: paste a prompt's JSON, or choose a file."] };
  if (json.length > maxJsonLength) return { faults: ["This is larger than 32 MB."] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { faults: [`This is not valid JSON${positionOf(error, json)}.`] };
  }
  return readValue(value);
}

/** Returns where the JSON is invalid: as the browser reports it, or at the first word that is not valid JSON. */
function positionOf(error: unknown, json: string): string {
  const message = error instanceof Error ? error.message : "";
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return `: error at line ${named[1]}, column ${named[2]}`;
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? oddWord(json) ?? Number.NaN);
  if (Number.isNaN(position)) return /end of|EOF/i.test(message) ? ": it ends unexpectedly" : "";
  const before = json.slice(0, position).split("\n");
  return `: error at line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

/** Returns the position of the first word outside quotation marks that JSON does not allow. */
function oddWord(json: string): number | undefined {
  const words = [...json.slice(0, 100_000).matchAll(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g)];
  const isOdd = (word: string) => !/^("|(true|false|null|-?\d[\d.eE+-]*)$)/.test(word);
  return words.find(([word]) => isOdd(word))?.index;
}

function readValue(value: unknown): Reading {
  if (!isObject(value)) return { faults: ["The JSON must be an object, as this page writes it: { … }."] };
  const faults: string[] = [];
  const texts = new Map<FieldPath, string>();
  collect(value, "", texts, faults);
  const { form, adopted } = formOfTexts(texts, faults);
  if (faults.length === 0) return { form, adopted };
  const more = faults.length - maxFaults;
  return { faults: more > 0 ? [...faults.slice(0, maxFaults), `And ${more} more like these.`] : faults };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isField = (path: string): path is FieldPath => (fieldPaths as readonly string[]).includes(path);
const isInside = (path: string) => fieldPaths.some((field) => field.startsWith(`${path}.`));

/**
 * Collects the texts of an object. Empty values are skipped; everything that does not belong to a prompt is an error.
 */
function collect(object: object, above: string, texts: Map<FieldPath, string>, faults: string[]) {
  for (const [key, value] of Object.entries(object)) {
    const path = above === "" ? key : `${above}.${key}`;
    const isKnown = !key.includes(".") && (isField(path) || isInside(path));
    if (!isKnown) faults.push(`“${shortened(path)}” is not part of a prompt.`);
    else if (value === null) continue;
    else if (!isField(path)) {
      if (isObject(value)) collect(value, path, texts, faults);
      else faults.push(`“${path}” must be an object: { … }.`);
    } else if (typeof value === "string") texts.set(path, value);
    else faults.push(`“${path}” must be a text in quotation marks.`);
  }
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Puts the texts into a form: list fields get their options, other texts become custom text. */
function formOfTexts(texts: Map<FieldPath, string>, faults: string[]) {
  const form: Record<FieldPath, string> = { ...emptyForm };
  let adopted = 0;
  for (const path of fieldPaths) {
    const text = texts.get(path) ?? "";
    const field = choiceAt(path);
    if (text.trim() === "") continue;
    if (customChoiceOf(path)) chooseCustom(form, path, text, faults);
    else if (!field) form[path] = text;
    else if (optionNamed(field, text)) form[path] = optionNamed(field, text) ?? "";
    else if (field.customPath && !texts.get(field.customPath)?.trim()) {
      form[path] = custom;
      form[field.customPath] = text;
      adopted++;
    } else faults.push(`“${path}” must be one of ${inWords(optionsOf(field).map(({ value }) => value))}.`);
  }
  return { form, adopted };
}

/** Chooses Custom for a custom text if no other option was chosen. */
function chooseCustom(form: Record<FieldPath, string>, path: FieldPath, text: string, faults: string[]) {
  const behind = customChoiceOf(path)?.path;
  if (!behind) return;
  if (form[behind] === "") form[behind] = custom;
  if (form[behind] === custom) form[path] = text;
  else faults.push(`“${path}” goes only with “${behind}”: "${custom}".`);
}

function inWords(values: string[]): string {
  return values.length > 9
    ? `the ${values.length} options of its list`
    : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
