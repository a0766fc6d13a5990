import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Filters, filterWords, homeAddress, maxSearch } from "../../filters";
import { go } from "../../history";
import { useSlashKey } from "../../kit/slash-key";
import { filtersInUse, isHome, useVisit } from "../../visit";

/** The search of the whole catalogue. Without scripts it is a form that opens home with the text. */
export function SearchBox() {
  const filters = filtersInUse(useVisit());
  const { text, report, submit, leave } = useSearchAsYouType(filters);
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(field);
  useTextFromBeforeHydration(field, text, report);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") event.currentTarget.blur();
    else report("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const { search: _, cursor: __, section: ___, ...otherFilters } = filterWords(filters);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only
    <form role="search" action="/" className="search-box" onSubmit={onSubmit}>
      <input
        ref={field}
        type="search"
        name="search"
        value={text}
        onChange={(event) => report(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        maxLength={maxSearch}
        placeholder="Search AI tools..."
        aria-label="Search AI tools"
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
      />
      <span aria-hidden="true" className="key-hint">
        /
      </span>
      {Object.entries(otherFilters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
    </form>
  );
}

/** Applies text that was typed before hydration. */
function useTextFromBeforeHydration(
  field: { current: HTMLInputElement | null },
  text: string,
  report: (text: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take over
  useEffect(() => {
    const typed = field.current?.value ?? "";
    if (typed !== text && document.activeElement === field.current) report(typed);
  }, []);
}

/**
 * The least time between two URL updates while the user types, in milliseconds. Browsers limit how many there may be.
 */
export const typingPause = 120;

/**
 * Updates the home screen's URL, and with it the list, while the user types. Typing replaces the history entry; when a
 * search is final (Enter, or leaving the field), going back returns to the list before it.
 */
function useSearchAsYouType(filters: Filters) {
  const [draft, setDraft] = useState<string | null>(null);
  const typing = useRef(newTyping());
  const shown = useRef(filters);
  shown.current = filters;

  useEffect(() => {
    const { current } = typing;
    const onPopState = () => {
      clearTimeout(current.timer);
      current.origin = null;
      setDraft(null);
    };
    addEventListener("popstate", onPopState);
    return () => {
      clearTimeout(current.timer);
      removeEventListener("popstate", onPopState);
    };
  }, []);

  const report = (text: string) => {
    setDraft(text);
    const { current } = typing;
    clearTimeout(current.timer);
    const wait = current.shownAt + typingPause - Date.now();
    const follow = () => show(current, homeAddress(shown.current, { search: text, section: null }));
    current.pending = follow;
    if (wait <= 0) flush(current);
    else current.timer = setTimeout(() => flush(current), wait);
  };
  const submit = () => {
    flush(typing.current);
    pushOrigin(typing.current);
  };
  const leave = () => {
    submit();
    setDraft(null);
  };
  return { text: draft ?? filters.search, report, submit, leave };
}

/** The state of one typing session. */
interface Typing {
  /** The URL before typing, until it has its own history entry. */
  origin: string | null;
  pending: (() => void) | null;
  shownAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const newTyping = (): Typing => ({ origin: null, pending: null, shownAt: 0, timer: undefined });

const present = () => location.pathname + location.search;

function flush(typing: Typing) {
  clearTimeout(typing.timer);
  typing.pending?.();
  typing.pending = null;
}

function show(typing: Typing, to: string) {
  typing.shownAt = Date.now();
  if (to === present()) return;
  const fromHome = isHome(location.pathname);
  if (fromHome) typing.origin ??= present();
  go(to, { replace: fromHome });
}

/** Adds a history entry for the list before the search, below the search's own. */
function pushOrigin(typing: Typing) {
  const { origin } = typing;
  typing.origin = null;
  if (origin === null || origin === present()) return;
  const found = present();
  go(origin, { replace: true });
  go(found);
}
