import { buttonStyle } from "../kit/button";
import { AdminLink } from "./link";
import { homePath } from "./session";
import { statePanel } from "./state-panel";

/** The screen of an unknown URL. */
export function NotFound() {
  return (
    <div className={statePanel}>
      <h1 className="font-display text-4xl">Page Not Found</h1>
      <p className="mt-3 text-sm text-muted">Did you forget to add the page to the router?</p>
      <AdminLink href={homePath} className={buttonStyle({ tone: "brass", className: "mt-6" })}>
        Back to the dashboard
      </AdminLink>
    </div>
  );
}
