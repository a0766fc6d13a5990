import { buttonStyle } from "../ui/button";
import { NotFoundCase } from "./not-found-case";
import { NotFoundSearch } from "./not-found-search";

/** No screen stands at this address; search and home lead on. */
export function NotFound() {
  return (
    <div className="page-width state-panel">
      <NotFoundCase />
      <h1 className="font-display text-4xl sm:text-5xl">Page Not Found</h1>
      <p className="mt-3 text-balance text-muted">Did you forget to add the page to the router?</p>
      <NotFoundSearch />
      <a href="/" className={buttonStyle({ tone: "bare", className: "mt-3 underline underline-offset-4" })}>
        Back to Home
      </a>
    </div>
  );
}
