/** What a visitor has typed to sign up or in whose email isn't confirmed yet. */
export interface Pending {
  email: string;
  password: string;
  /** Whether an email with a code is on its way. */
  isCodeSent: boolean;
}

let pending: Pending | undefined;

/** Remembers it until the document is closed. It has a password, so it is never stored. */
export function setPending(typed: Pending | undefined) {
  pending = typed;
}

export const pendingSignUp = () => pending;
