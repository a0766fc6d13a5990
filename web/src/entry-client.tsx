import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app";
import { routeOf } from "./routes";
import { queryClientWith, readDocumentState } from "./state";

const root = document.getElementById("root");
if (root) {
  const { site, answers } = readDocumentState(document.getElementById("state"));
  const app = (
    <StrictMode>
      <App queries={queryClientWith(answers)} siteName={site.name} />
    </StrictMode>
  );
  const show = () => {
    if (root.hasChildNodes()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  };
  // The server's markup of a screen can be taken over only once the screen's own script is there.
  const { load } = routeOf(location.pathname, location.search).route;
  if (load) void load().then(show);
  else show();
}
