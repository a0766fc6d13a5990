import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountQuery } from "../../api/account";
import { logOut, type User } from "../../api/auth";
import { hasStatus } from "../../api/fault";
import { go } from "../../history";
import { isSignedIn, sessionChanged } from "../../kit/session-flag";
import { removeRecord, storeRecord } from "../../kit/session-record";
import { toast } from "../../kit/toast";
import { savedTools } from "../saved/saved-tools";
import { leaveAccount, mergeIntoAccount, sessionEnded } from "./account-list";

/** Opens a screen in place of another, with the focus on it. */
export function openScreen(to: string) {
  go(to);
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** After signing in: merges the saved tools and opens a screen, which is the list if it has any, or else the account. */
export async function arrive(queries: QueryClient, user: User, title: string, to?: string) {
  setPending(undefined);
  if (user.isAdmin) storeRecord(user, Date.now());
  forget(queries);
  await mergeIntoAccount();
  sessionChanged();
  openScreen(to ?? (savedTools().length > 0 ? "/saved" : "/account"));
  toast({ title });
}

/** Signs out on the server and here. */
export async function signOut(queries: QueryClient) {
  try {
    await logOut();
  } catch (error) {
    if (!hasStatus(error, 401)) throw error; // the session had already ended on the server
  }
  depart(queries, "Signed out");
}

/** After the session has ended on the user's wish: forgets everything of theirs, and opens home. */
export function depart(queries: QueryClient, title: string) {
  leaveAccount();
  removeRecord();
  setPending(undefined);
  openScreen("/");
  forget(queries);
  toast({ title });
}

/** Forgets what the server has answered about the account. */
function forget(queries: QueryClient) {
  queries.removeQueries(accountQuery());
  queries.removeQueries({ queryKey: ["subscription", ""] }); // of the newsletter
}

/** Opens the form to sign in, which leads back to the account. */
export function askToSignIn() {
  if (isSignedIn()) sessionEnded();
  go("/sign-in?to=/account", { replace: true });
}

/** Makes a call of the account. If the session has ended, asks to sign in again. */
export async function whileSignedIn<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (hasStatus(error, 401)) askToSignIn();
    throw error;
  }
}

/** Leads visitors who are signed in already from a form to this screen. */
export function useOnlySignedOut(to = () => "/account") {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form itself signs in
  useEffect(() => {
    if (isSignedIn()) go(to(), { replace: true });
  }, []);
}

/** What a visitor has typed to sign up or in whose email isn't confirmed yet. */
interface Pending {
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
