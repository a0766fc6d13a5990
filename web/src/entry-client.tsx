import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { queryClientWith, readDocumentState } from "./state";

const root = document.getElementById("root");
if (root) {
  const { site, answers } = readDocumentState(document.getElementById("state"));
  const app = (
    <StrictMode>
      <App queries={queryClientWith(answers)} siteName={site.name} />
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
