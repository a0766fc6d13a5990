import { useEffect, useRef, useState } from "react";
import { type Filters, homeAddress } from "../filters";
import { go } from "../history";
import { isHome } from "../visit";

/** The least time between two addresses shown while one types, in milliseconds. Browsers refuse much more than that. */
export const typingPause = 120;

/**
 * Lets the address of the home screen, and with it the list, follow what is typed. While one types, the history's entry
 * is replaced; when one settles on a search (Enter, or leaving the field), going back leads to the list before it.
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

/** One stretch of typing. */
interface Typing {
  /** The address before it, while that is not in the history by itself. */
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

/** Gives the list before the search its entry in the history, below the search's own. */
function pushOrigin(typing: Typing) {
  const { origin } = typing;
  typing.origin = null;
  if (origin === null || origin === present()) return;
  const found = present();
  go(origin, { replace: true });
  go(found);
}
