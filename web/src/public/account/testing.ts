import { act } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { openPage } from "../../testing/page";
import { sampleSite } from "../../testing/samples";
import { type Reply, stubServer } from "../../testing/server";
import { leaveAccount } from "./account-list";
import { setCopy } from "./list-copy";
import { setPending } from "./session";

/** The account of a reader. */
export const sampleAccount = {
  user: { id: 7, email: "ann@example.com", name: "Ann", isAdmin: false },
  createdAt: "2026-01-02T03:04:05Z",
  pendingEmail: "",
  sessions: [{ startedAt: "2026-01-02T03:04:05Z", lastUsedAt: "2026-01-03T03:04:05Z", isCurrent: true }],
  submissions: [],
};

export const reader = { user: sampleAccount.user };

/** Opens a page of a site with accounts. Nothing is left of a session after the test. */
export function openWithAccounts(address: string, replies: Record<string, Reply> = {}) {
  onTestFinished(forgetAll);
  const server = stubServer({
    "GET /api/site": sampleSite({ accounts: true }),
    "GET /api/favorites": [],
    "POST /api/favorites/merge": [],
    ...replies,
  });
  return { server, sent: server.sent, ...openPage(address) };
}

/** The same with the cookie that says that there is a session, and a browser whose list is a copy of the account's. */
export function openSignedIn(address: string, replies: Record<string, Reply> = {}) {
  setSession();
  return openWithAccounts(address, { "GET /api/account": sampleAccount, ...replies });
}

export function setSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "signed_in=1; Path=/";
  setCopy(true);
}

/** Ends the session and empties the list. */
export function forgetAll() {
  act(leaveAccount);
  setPending(undefined);
  localStorage.clear();
}
