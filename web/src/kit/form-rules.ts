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
