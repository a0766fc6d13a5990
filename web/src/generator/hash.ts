import { choiceAt, type FieldPath, fieldPaths, optionNamed } from "./fields";
import { emptyForm, type Form, filledPaths, isOpen } from "./form";

/** The longest hash that a form is kept in, so that every browser, mail and chat passes it on whole. */
export const longestHash = 16_384;

/** Stands last, so that an address that was cut on its way is known to be cut. */
const end = "end";

/** The hash that keeps the form, "#style=lego&end"; empty for an empty form, null for one that is too long for it. */
export function hashOf(form: Form): string | null {
  const paths = filledPaths(form);
  if (paths.length === 0) return "";
  const length = paths.reduce((sum, path) => sum + path.length + form[path].length + 2, end.length + 1);
  if (length > longestHash) return null;
  const hash = `#${[...paths.map((path) => `${path}=${encoded(form[path])}`), end].join("&")}`;
  return hash.length > longestHash ? null : hash;
}

/** Text as it stands in an address. Half a character, which no address can have, becomes the mark of a lost one. */
const encoded = (text: string) => encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));

/** The form that a hash keeps; null for a hash that is broken. */
export function formOfHash(hash: string): Form | null {
  const text = hash.replace(/^#/, "");
  if (text === "") return emptyForm;
  const parts = text.split("&");
  if (hash.length > longestHash || parts.pop() !== end || parts.length > fieldPaths.length) return null;
  const form: Record<FieldPath, string> = { ...emptyForm };
  for (const part of parts) {
    const [path, value] = pairOf(part);
    if (path === null || value === "" || form[path] !== "") return null;
    form[path] = value;
  }
  return fieldPaths.every((path) => form[path] === "" || isPossible(form, path)) ? form : null;
}

/** Whether the form itself could have come to this value: an option that there is, own words only beside Custom. */
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

/** The text of a value; empty, which no value is, for one that cannot be read. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
