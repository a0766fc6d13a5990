import type { User } from "../api/auth";

/** The localStorage key of the session record. */
export const recordKey = "admin_user";

/** The lifetime of a session from its last use, in milliseconds. */
export const sessionLifetime = 24 * 60 * 60 * 1000;

/** Who is signed in, for the screens to show. It grants nothing: the server checks every call. */
interface SessionRecord {
  user: User;
  /** When it was written and when it expires, in milliseconds since 1970. */
  timestamp: number;
  expires: number;
}

/** Returns the record that is valid at this time, or null if it is missing, unreadable or expired. */
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

/** Stores who has signed in, for 24 hours from now. */
export function storeRecord(user: User, now: number) {
  const record: SessionRecord = { user, timestamp: now, expires: now + sessionLifetime };
  localStorage.setItem(recordKey, JSON.stringify(record));
}

/** Extends a valid record to 24 hours from now; any other record is removed. */
export function pushRecord(now: number) {
  const record = readRecord(now);
  if (record) storeRecord(record.user, now);
  else removeRecord();
}

export const removeRecord = () => localStorage.removeItem(recordKey);
