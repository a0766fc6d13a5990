import { buttonStyle } from "../ui/button";

/** Looks for what was not found at an address: a plain form, which works without scripts. */
export function NotFoundSearch() {
  return (
    <form action="/" className="mt-7 flex w-full max-w-md justify-center gap-3">
      <div className="search-box min-w-0 flex-1 basis-44">
        <input type="search" name="search" aria-label="Find a tool" placeholder="What were you looking for?" />
      </div>
      <button type="submit" className={buttonStyle({ tone: "brass", className: "min-h-11" })}>
        Search
      </button>
    </form>
  );
}
