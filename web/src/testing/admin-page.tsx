// Lazy modules are loaded before the first test, as in page.tsx.
import.meta.glob(["../admin/**/*.{ts,tsx}", "!**/*.test.*", "!**/testing.*"], { eager: true });

import { render } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { AdminApp } from "../admin/app";
import { newQueryClient, observeSession } from "../api/client";
import { Session } from "../kit/admin/session";
import { storeRecord } from "../kit/session-record";
import { administrator, type Reply, stubServer } from "./server";
import { newUser } from "./user";

/** Renders the admin area at a URL, with a stubbed server, for an administrator who signed in at a time, or not at all. */
export function openAdmin(
  address: string,
  replies: Record<string, Reply> = {},
  { signedInAt = Date.now() }: { signedInAt?: number | null } = {},
) {
  const server = stubServer(replies);
  if (signedInAt !== null) storeRecord(administrator, signedInAt);
  history.replaceState(null, "", address);
  const queries = newQueryClient();
  const session = new Session(queries);
  observeSession(session);
  onTestFinished(() => observeSession(undefined));
  const page = render(<AdminApp queries={queries} session={session} siteName="Vitrine" />);
  return { user: newUser(), session, server, sent: server.sent, ...page };
}
