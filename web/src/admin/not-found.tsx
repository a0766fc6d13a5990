import { AdminLink } from "../kit/admin/link";
import { statePanel } from "../kit/admin/list";
import { homePath } from "../kit/admin/session";
import { buttonStyle } from "../kit/button";

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
