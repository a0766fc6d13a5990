/** Returns what is wrong with the value of a field, or undefined. */
export type Rule = (value: string) => string | undefined;

export const anything: Rule = () => undefined;

const filled =
  (sentence: string): Rule =>
  (value) =>
    value === "" ? sentence : undefined;

export const isPassword = filled("Please enter your password.");

/** Only the server knows which emails are valid. */
export const isEmail: Rule = (value) => (value.includes("@") ? undefined : "Please enter your email.");

/** The server ignores case, spaces and hyphens. */
export const isCode: Rule = (value) =>
  /^[a-z0-9]{6}$/i.test(value.replace(/[\s-]/g, "")) ? undefined : "Please enter the 6 characters from the email.";

/** The length of a password in code points. The server has the same limits. */
const shortest = 12;
const longest = 128;

export const passwordRule = `${shortest} to ${longest} characters. Try a few unrelated words.`;

/** Returns what is wrong with a new password, or undefined. */
export function passwordMistake(password: string): string | undefined {
  const length = [...password].length;
  if (length < shortest) return `Use at least ${shortest} characters.`;
  return length > longest ? `Use at most ${longest} characters.` : undefined;
}

/** The error of each invalid field, in a sentence. */
export type FieldErrors = { [name: string]: string | undefined };

/** Returns the API's messages about fields, by field. */
export const errorsOf = (fields: readonly { field: string; message: string }[] = []): FieldErrors =>
  Object.fromEntries(fields.map(({ field, message }) => [field, message]));

/** Returns the form's first invalid input. */
export function firstInvalid(form: HTMLFormElement | null, errors: FieldErrors): HTMLElement | undefined {
  const inputs = [...(form?.elements ?? [])] as HTMLInputElement[];
  return inputs.find(({ name }) => errors[name] !== undefined);
}
