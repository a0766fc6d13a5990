import type { User } from "../api/auth";

/** Where the record of who is signed in is kept, in the browser's local storage. */
export const recordKey = "admin_user";

/** How long a session lives from its last use on, in milliseconds. */
export const sessionLifetime = 24 * 60 * 60 * 1000;

/** What the screens go by. It is no authority: the server decides about every call. */
export interface SessionRecord {
  user: User;
  /** When it was written and when it ends, in milliseconds since 1970. */
  timestamp: number;
  expires: number;
}

/** The record that counts at this time, or null when there is none, or one that is unreadable or has ended. */
export function readRecord(now: number): SessionRecord | null {
  const record = parsed(localStorage.getItem(recordKey));
  return record && record.expires > now ? record : null;
}

function parsed(text: string | null): SessionRecord | null {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    return isRecord(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isRecord(stored: unknown): stored is SessionRecord {
  const { user, timestamp, expires } = (stored ?? {}) as Partial<SessionRecord>;
  return typeof user?.email === "string" && Number.isFinite(timestamp) && Number.isFinite(expires);
}

/** Notes who has signed in, for 24 hours from now. */
export function storeRecord(user: User, now: number) {
  const record: SessionRecord = { user, timestamp: now, expires: now + sessionLifetime };
  localStorage.setItem(recordKey, JSON.stringify(record));
}

/** Lets a record that counts end 24 hours from now; any other is removed. */
export function pushRecord(now: number) {
  const record = readRecord(now);
  if (record) storeRecord(record.user, now);
  else removeRecord();
}

export const removeRecord = () => localStorage.removeItem(recordKey);
