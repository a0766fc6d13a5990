// Lazy modules are loaded before the first test, as in page.tsx.
import "../admin/categories/categories";
import "../admin/collections/collections";
import "../admin/history/history";
import "../admin/logo-search/logo-search";
import "../admin/logos/logo-board";
import "../admin/newsletter/newsletter";
import "../admin/queue/queue";
import "../admin/readers/readers";
import "../admin/site-management/site-management";
import "../admin/verdicts/verdicts";
import { render } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { AdminApp } from "../admin/app";
import { Session } from "../admin/session";
import { newQueryClient, observeSession } from "../api/client";
import { pageToasts } from "../components/toast";
import { type Reply, stubServer } from "./server";
import { newUser } from "./user";

export { administrator, type Call, type Reply, refusal, stubServer } from "./server";

/** Renders the admin area at a URL, with these replies; sent returns what calls have sent. */
export function openAdminWith(address: string, replies: Record<string, Reply>) {
  const server = stubServer(replies);
  const sent = (call: string) => server.calls.filter((one) => one.call === call).map(({ body }) => body);
  return { ...openAdmin(address), server, sent };
}

/** Renders the admin area at a URL. */
export function openAdmin(address: string) {
  history.replaceState(null, "", address);
  for (const { id } of pageToasts.list()) pageToasts.dismiss(id);
  const queries = newQueryClient();
  const session = new Session(queries);
  observeSession(session);
  onTestFinished(() => observeSession(undefined));
  const user = newUser();
  const page = render(<AdminApp queries={queries} session={session} siteName="Vitrine" />);
  return { user, session, ...page };
}
