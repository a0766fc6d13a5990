import { choiceAt, customChoiceOf, type FieldPath, fieldPaths } from "./fields";
import { custom } from "./options/option";

/** The value of each field; an empty field is an empty string. */
export type Form = Readonly<Record<FieldPath, string>>;

export const emptyForm: Form = formWith({});

/** Returns a form with these fields filled in. */
export function formWith(filled: Partial<Form>): Form {
  return Object.fromEntries(fieldPaths.map((path) => [path, filled[path] ?? ""])) as Form;
}

/** Returns the form with one field changed. Choosing anything but Custom clears its custom text. */
export function withField(form: Form, path: FieldPath, value: string): Form {
  const customPath = choiceAt(path)?.customPath;
  const next = { ...form, [path]: value };
  if (customPath && value !== custom) next[customPath] = "";
  return next;
}

/** Reports whether a field can be filled in: a custom text field only while Custom is chosen. */
export function isOpen(form: Form, path: FieldPath): boolean {
  const behind = customChoiceOf(path);
  return behind === undefined || form[behind.path] === custom;
}

/** Reports whether a field has text; whitespace does not count. */
export const isFilled = (form: Form, path: FieldPath) => isOpen(form, path) && form[path].trim() !== "";

/** Returns the filled fields, in the JSON's order. */
export const filledPaths = (form: Form): FieldPath[] => fieldPaths.filter((path) => isFilled(form, path));

export const areEqual = (a: Form, b: Form) => fieldPaths.every((path) => a[path] === b[path]);
