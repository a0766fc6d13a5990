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
