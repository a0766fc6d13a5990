import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { logOut, meQuery, type User } from "../../api/auth";
import type { SessionObserver } from "../../api/client";
import { hasStatus } from "../../api/fault";
import { go } from "../../history";
import { pushRecord, removeRecord, storeRecord } from "../session-record";

export const loginPath = "/admin/login";
export const homePath = "/admin";

/**
 * The session of this page. A call that is refused because the session has ended waits until the user has signed in
 * again; calls that are refused in the meantime wait for the same sign-in.
 */
export class Session implements SessionObserver {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  #waiting: ((signedIn: boolean) => void)[] = [];

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Starts the session after a sign-in with the form. */
  readonly start = (user: User) => {
    this.#queries.clear();
    storeRecord(user, Date.now());
    go(homePath);
  };

  /** Clears the user and all cached data, and opens the sign-in page. */
  readonly end = () => {
    removeRecord();
    go(loginPath, { replace: true });
    this.#queries.clear();
    this.#answer(false);
  };

  /** Signs out here and on the server. If the server cannot be reached, it still signs out here, and then throws. */
  readonly signOut = async () => {
    try {
      await logOut();
    } catch (error) {
      if (!hasStatus(error, 401)) throw error; // the session had already ended on the server
    } finally {
      this.end();
    }
  };

  readonly used = () => pushRecord(Date.now());

  readonly lost = () => {
    if (this.#isConfirmed()) return this.#ask();
    this.end();
    return Promise.resolve(false);
  };

  /** Reports whether the user is being asked for the password. */
  readonly isAsking = () => this.#waiting.length > 0;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Returns the email of the signed-in user, also after the session has ended. */
  readonly email = () => this.#queries.getQueryData(meQuery().queryKey)?.user.email ?? "";

  /** Continues after the user has signed in again: refused calls are repeated. */
  readonly resume = (user: User) => {
    storeRecord(user, Date.now());
    this.#answer(true);
  };

  /**
   * Reports whether the server has confirmed the session since this page was opened. The stored record alone does not
   * count.
   */
  #isConfirmed() {
    return this.#queries.getQueryData(meQuery().queryKey) !== undefined;
  }

  #ask() {
    return new Promise<boolean>((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
      this.#notify();
    });
  }

  #answer(signedIn: boolean) {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#notify();
    for (const resolve of waiting) resolve(signedIn);
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }
}

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** Returns the session of this page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession must be used within the admin area");
  return session;
}
