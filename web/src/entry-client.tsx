import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { siteQuery } from "./api/site";
import { App } from "./app";
import { readAnswers } from "./plain-page";
import { routeOf } from "./routes";
import { unpaid } from "./site";
import { queryClientWith, readDocumentState } from "./state";

const root = document.getElementById("root");
if (root) {
  const { pathname, search } = location;
  const { site, answers } = readDocumentState(document.getElementById("state"));
  if (site.follow) unpaid.rel = "";
  const queries = queryClientWith(answers);
  const app = (
    <StrictMode>
      <App queries={queries} siteName={site.name} />
    </StrictMode>
  );
  const { load } = routeOf(pathname, search, queries.getQueryData(siteQuery().queryKey)).route;
  if ("plain" in root.dataset) {
    // The page rendered by Go stays until the screen has everything it needs, so that it is not replaced by a loading
    // state.
    void Promise.all([readAnswers(queries, pathname, search), load?.()]).then(([complete]) => {
      if (complete) createRoot(root).render(app);
    });
  } else {
    const show = () => {
      if (root.hasChildNodes()) hydrateRoot(root, app);
      else createRoot(root).render(app);
    };
    // Hydration needs the screen's own script to be loaded.
    if (load) void load().then(show);
    else show();
  }
}
