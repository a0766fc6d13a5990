import type { ReactNode } from "react";
import { useSite } from "../site";
import { buttonStyle } from "./button";
import { languageOf } from "./language";

/** Shown for an unknown URL, with a search and a link to home. */
export function NotFound() {
  return (
    <NotFoundPanel
      title="Page Not Found"
      text={<p className="mt-3 text-balance text-muted">Did you forget to add the page to the router?</p>}
    >
      <a href="/" className={buttonStyle({ tone: "bare", className: "mt-3 underline underline-offset-4" })}>
        Back to Home
      </a>
    </NotFoundPanel>
  );
}

interface NotFoundPanelProps {
  title: string;
  text: ReactNode;
  /** The links and buttons below the search. */
  children: ReactNode;
}

/** An error page about something that was not found, with a search. */
export function NotFoundPanel({ title, text, children }: NotFoundPanelProps) {
  return (
    <div className="page-width state-panel">
      <EmptyCase />
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      {text}
      <Search />
      {children}
      <Suggestions />
    </div>
  );
}

/** Where to go on when nothing was found: the largest categories, and searches to try. */
export function Suggestions() {
  const site = useSite();
  if (!site) return null;
  const categories = site.categories.filter(({ slug }) => site.largest.includes(slug));
  const links = (label: string, list: { name: string; href: string }[]) =>
    list.length > 0 ? (
      <nav aria-label={label} className="suggestions">
        <span aria-hidden="true">{label}</span>
        {list.map(({ name, href }) => (
          <a key={href} href={href} {...languageOf(name)} className="chip">
            {name}
          </a>
        ))}
      </nav>
    ) : null;
  return (
    <>
      {links(
        "Categories to browse",
        categories.map(({ name, slug }) => ({ name, href: `/category/${encodeURIComponent(slug)}` })),
      )}
      {links(
        "Searches to try",
        site.searches.map(({ name, text }) => ({ name, href: `/?search=${encodeURIComponent(text)}` })),
      )}
    </>
  );
}

/** A search in a plain form, which works without scripts. */
function Search() {
  return (
    <form action="/" className="mt-7 flex w-full max-w-md justify-center gap-3">
      <div className="search-box min-w-0 flex-1 basis-44">
        <input type="search" name="search" aria-label="Find a tool" placeholder="Search AI tools..." />
      </div>
      <button type="submit" className={buttonStyle({ tone: "brass", className: "min-h-11" })}>
        Search
      </button>
    </form>
  );
}

/** An empty display case with its light on. */
export function EmptyCase() {
  return (
    <svg viewBox="0 0 200 150" width="200" height="150" fill="none" aria-hidden="true" className="mb-8">
      <defs>
        <linearGradient id="not-found-light" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-brass)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--color-brass)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M86 13h28l34 105H52z" fill="url(#not-found-light)" />
      <path d="M86 13h28" stroke="var(--color-brass)" strokeWidth="2" strokeLinecap="round" />
      <g stroke="var(--color-text)" strokeOpacity="0.28" strokeWidth="1.5" strokeLinejoin="round">
        <path d="M30 118V18a6 6 0 0 1 6-6h128a6 6 0 0 1 6 6v100" />
        <path d="M18 118h164v20H18z" />
        <path d="M42 40l18-18M42 58l36-36" strokeOpacity="0.16" strokeLinecap="round" />
      </g>
      <ellipse
        cx="100"
        cy="108"
        rx="26"
        ry="5"
        stroke="var(--color-brass)"
        strokeOpacity="0.7"
        strokeWidth="1.5"
        strokeDasharray="4 5"
        strokeLinecap="round"
      />
    </svg>
  );
}
