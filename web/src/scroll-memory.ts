import { useEffect, useLayoutEffect, useRef } from "react";
import { cutNumber } from "./filters";
import { entryIndex, firstPage } from "./history";
import { isHome } from "./visit";

const storageKey = "scroll-positions";

/**
 * Restores the scroll position when the user goes back, and scrolls to the top on a new page. Positions are stored per
 * history entry, for this tab.
 */
export function useScrollMemory(path: string, search: string) {
  const screen = isHome(path) ? "/" : path;
  const list = firstPage() === undefined ? path : cutNumber(path).first; // more of a list keeps its place
  const positions = useRef<number[]>([]);
  const shown = useRef<{ entry: number; screen: string } | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
    positions.current = isNewVisit() ? [] : storedPositions();
    const stored = positions.current[entryIndex()] ?? 0;
    // Most visits have no position. Asking for window.scrollY would lay out the page once more.
    const stopScrolling = stored > 0 ? scrollTo(Math.max(window.scrollY, stored)) : undefined;
    const remember = () => {
      positions.current[entryIndex()] = window.scrollY;
    };
    const store = () => {
      remember(); // the last scroll event may not have fired yet
      sessionStorage.setItem(storageKey, JSON.stringify(positions.current));
    };
    addEventListener("scroll", remember, { passive: true });
    addEventListener("pagehide", store);
    return () => {
      stopScrolling?.();
      removeEventListener("scroll", remember);
      removeEventListener("pagehide", store);
    };
  }, []);

  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    const entry = entryIndex();
    shown.current = { entry, screen };
    if (before === null) return;
    if (entry > before.entry) positions.current.length = entry;
    const position = entry === before.entry ? undefined : positions.current[entry];
    if (position !== undefined) window.scrollTo(0, position);
    else if (screen !== before.screen || window.scrollY > window.innerHeight / 2) window.scrollTo(0, 0);
  }, [list, search]);
}

/** How long a page may take to reach its former height, in milliseconds. */
const growthTimeout = 10_000;

/** Scrolls to a position, and again while the page grows towards it, until the user scrolls, clicks or navigates. */
function scrollTo(position: number): () => void {
  window.scrollTo(0, position);
  if (window.scrollY >= position - 1) return () => undefined;
  const ended = new AbortController();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (window.scrollY >= position - 1) ended.abort();
  });
  const timer = setTimeout(() => ended.abort(), growthTimeout);
  ended.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    observer.disconnect();
  });
  for (const sign of ["wheel", "touchstart", "pointerdown", "keydown", "popstate"])
    addEventListener(sign, () => ended.abort(), { signal: ended.signal, passive: true });
  observer.observe(document.body);
  return () => ended.abort();
}

const useIsomorphicLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Reports whether the document was opened by a link or its address: not by a reload, nor by going back or forward. */
function isNewVisit(): boolean {
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return opened?.type === "navigate";
}

function storedPositions(): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.map(Number) : [];
  } catch {
    return [];
  }
}
