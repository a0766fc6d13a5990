import { buttonStyle } from "../ui/button";
import { NotFoundCase } from "./not-found-case";

/** No screen stands at this address; search and home lead on. */
export function NotFound() {
  return (
    <div className="room state-panel">
      <NotFoundCase />
      <h1 className="font-display text-4xl sm:text-5xl">Page Not Found</h1>
      <p className="mt-3 text-balance text-muted">Did you forget to add the page to the router?</p>
      <form action="/" className="mt-7 flex w-full max-w-md justify-center gap-3">
        <div className="search-box min-w-0 flex-1 basis-44">
          <input type="search" name="search" aria-label="Look for a tool" placeholder="What were you looking for?" />
        </div>
        <button type="submit" className={buttonStyle({ tone: "brass", className: "min-h-11" })}>
          Search
        </button>
      </form>
      <a href="/" className={buttonStyle({ tone: "bare", className: "mt-3 underline underline-offset-4" })}>
        Back to Home
      </a>
    </div>
  );
}
