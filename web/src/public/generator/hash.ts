import { choiceAt, type FieldPath, fieldPaths, optionNamed } from "./fields";
import { emptyForm, type Form, filledPaths, isOpen } from "./form";

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
