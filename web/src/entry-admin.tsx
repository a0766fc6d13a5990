import "./kit/tools/mark-pieces";
import "./admin/admin.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AdminApp } from "./admin/app";
import { newQueryClient, observeSession } from "./api/client";
import { Session } from "./kit/admin/session";
import { readDocumentState } from "./state";

const root = document.getElementById("root");
if (root) {
  const { site } = readDocumentState(document.getElementById("state"));
  const queries = newQueryClient();
  const session = new Session(queries);
  observeSession(session);
  createRoot(root).render(
    <StrictMode>
      <AdminApp queries={queries} session={session} siteName={site.name} />
    </StrictMode>,
  );
}
