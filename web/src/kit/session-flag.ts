import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Reports whether this browser has a session. A cookie beside the session's own says that, and nothing else. */
export const isSignedIn = () => /(^|; )signed_in=1(;|$)/.test(document.cookie);

/** Calls the listener when the session begins or ends in this document. Returns a function that ends that. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notifies the listeners, after a call that has set or deleted the cookie. */
export function sessionChanged() {
  for (const listener of listeners) listener();
}

/** Deletes the cookie: the session has ended on the server. */
export function forgetSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own API is missing without HTTPS and cannot be read at once
  document.cookie = "signed_in=; Path=/; Max-Age=0";
  sessionChanged();
}

/** Like isSignedIn; false until the page is hydrated, as documents are the same for all visitors. */
export const useSignedIn = () => useSyncExternalStore(subscribeSession, isSignedIn, () => false);
