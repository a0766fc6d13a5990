import { useEffect, useRef, useState } from "react";
import { type Filters, homeAddress } from "../../filters";
import { go } from "../../history";
import { isHome } from "../../visit";

/**
 * The least time between two URL updates while the user types, in milliseconds. Browsers limit how many there may be.
 */
export const typingPause = 120;

/**
 * Updates the home screen's URL, and with it the list, while the user types. Typing replaces the history entry; when a
 * search is final (Enter, or leaving the field), going back returns to the list before it.
 */
export function useSearchAsYouType(filters: Filters) {
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
  const settle = () => {
    flush(typing.current);
    pushOrigin(typing.current);
  };
  const leave = () => {
    settle();
    setDraft(null);
  };
  return { text: draft ?? filters.search, report, settle, leave };
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
