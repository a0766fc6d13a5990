import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushRecord, readRecord, recordKey, removeRecord, sessionLifetime, storeRecord } from "./session-record";

const user = { id: 1, email: "admin@example.com", name: "Admin", isAdmin: true };
const now = Date.UTC(2026, 10, 21, 12);

describe("the session record", () => {
  it("is {user, timestamp, expires} under admin_user, for 24 hours", () => {
    storeRecord(user, now);
    expect(JSON.parse(localStorage.getItem("admin_user") ?? "")).toEqual({
      user,
      timestamp: now,
      expires: now + 24 * 60 * 60 * 1000,
    });
  });

  it("is valid exactly until it expires", () => {
    storeRecord(user, now);
    expect(readRecord(now + sessionLifetime - 1)?.user).toEqual(user);
    expect(readRecord(now + sessionLifetime)).toBeNull();
  });

  it("is extended to 24 hours from its use", () => {
    storeRecord(user, now);
    pushRecord(now + 1000);
    expect(readRecord(now + 1000)).toEqual({ user, timestamp: now + 1000, expires: now + 1000 + sessionLifetime });
  });

  it("is removed when it has expired, and is not revived", () => {
    storeRecord(user, now);
    pushRecord(now + sessionLifetime);
    expect(localStorage.getItem(recordKey)).toBeNull();
    pushRecord(now);
    expect(readRecord(now)).toBeNull();
  });

  it("is null after it was removed", () => {
    storeRecord(user, now);
    removeRecord();
    expect(readRecord(now)).toBeNull();
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"admin"',
    "{}",
    '{"user":null,"timestamp":1,"expires":9e15}',
    '{"user":{"email":"a"},"timestamp":1}',
    '{"user":{"email":"a"},"timestamp":1,"expires":"9999999999999"}',
  ])("is removed if it is unreadable: %s", (text) => {
    localStorage.setItem(recordKey, text);
    expect(readRecord(now)).toBeNull();
    pushRecord(now);
    expect(localStorage.getItem(recordKey)).toBeNull();
  });

  it("never breaks a screen, whatever is stored", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        localStorage.setItem(recordKey, text);
        const before = readRecord(now);
        pushRecord(now);
        expect(localStorage.getItem(recordKey) === null).toBe(before === null);
      }),
    );
  });
});
