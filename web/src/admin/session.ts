import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { logOut, meQuery, type User } from "../api/auth";
import type { SessionObserver } from "../api/client";
import { hasStatus } from "../api/fault";
import { go } from "../history";
import { pushRecord, removeRecord, storeRecord } from "./session-record";

export const loginPath = "/admin/login";
export const homePath = "/admin";

/**
 * The session of this page. A call that is refused because the session has ended waits until somebody has given the
 * password again, and all that were refused meanwhile wait for the same answer.
 */
export class Session implements SessionObserver {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  #waiting: ((signedIn: boolean) => void)[] = [];

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Somebody has signed in with the form. */
  readonly start = (user: User) => {
    this.#queries.clear();
    storeRecord(user, Date.now());
    go(homePath);
  };

  /** Forgets who was signed in and all they have seen, and leads to the form. */
  readonly end = () => {
    removeRecord();
    go(loginPath, { replace: true });
    this.#queries.clear();
    this.#answer(false);
  };

  /** Signs out here and on the server; when the server cannot be reached, here all the same, and then it throws. */
  readonly signOut = async () => {
    try {
      await logOut();
    } catch (error) {
      if (!hasStatus(error, 401)) throw error; // the server has no session any more: that is what was wanted
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

  /** Whether the password is being asked for. */
  readonly isAsking = () => this.#waiting.length > 0;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Who is signed in, or was until the session ended. */
  readonly email = () => this.#queries.getQueryData(meQuery().queryKey)?.user.email ?? "";

  /** Somebody has given the password again: what was refused is repeated. */
  readonly resume = (user: User) => {
    storeRecord(user, Date.now());
    this.#answer(true);
  };

  /** Whether the server has known the session since this page was opened. What only the record says counts for nothing. */
  #isConfirmed() {
    return this.#queries.getQueryData(meQuery().queryKey) !== undefined;
  }

  #ask() {
    return new Promise<boolean>((resolve) => {
      this.#waiting = [...this.#waiting, resolve];
      this.#tell();
    });
  }

  #answer(signedIn: boolean) {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#tell();
    for (const resolve of waiting) resolve(signedIn);
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

/** The session of this page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is for what stands in the administrator's area");
  return session;
}
