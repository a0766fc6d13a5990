import { choiceAt, choiceBehind, type FieldPath, fieldPaths } from "./fields";
import { custom } from "./options/option";

/** What stands in each field; nothing is the empty text. */
export type Form = Readonly<Record<FieldPath, string>>;

export const emptyForm: Form = formWith({});

/** A form with these fields filled in. */
export function formWith(filled: Partial<Form>): Form {
  return Object.fromEntries(fieldPaths.map((path) => [path, filled[path] ?? ""])) as Form;
}

/** The form with one field changed. Whatever is chosen but Custom clears the field for one's own words. */
export function withField(form: Form, path: FieldPath, value: string): Form {
  const customPath = choiceAt(path)?.customPath;
  const next = { ...form, [path]: value };
  if (customPath && value !== custom) next[customPath] = "";
  return next;
}

/** Whether a field is there to be filled in: one for one's own words only beside Custom. */
export function isOpen(form: Form, path: FieldPath): boolean {
  const behind = choiceBehind(path);
  return behind === undefined || form[behind.path] === custom;
}

/** Whether a field says something; blanks say nothing. */
export const isFilled = (form: Form, path: FieldPath) => isOpen(form, path) && form[path].trim() !== "";

/** The fields that say something, in the JSON's order. */
export const filledPaths = (form: Form): FieldPath[] => fieldPaths.filter((path) => isFilled(form, path));

export const areEqual = (a: Form, b: Form) => fieldPaths.every((path) => a[path] === b[path]);
