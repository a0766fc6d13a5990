import { useEffect, useLayoutEffect, useRef } from "react";
import { entryIndex } from "./history";
import { isHome } from "./visit";

const storageKey = "scroll-positions";

/**
 * Puts the page where it was left when one comes back to it, and at its top when one comes to it anew. The positions
 * are kept by the entry's number in the history, for this tab.
 */
export function useScrollMemory(path: string, search: string) {
  const screen = isHome(path) ? "/" : path;
  const positions = useRef<number[]>([]);
  const shown = useRef<{ entry: number; screen: string } | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
    positions.current = storedPositions();
    window.scrollTo(0, Math.max(window.scrollY, positions.current[entryIndex()] ?? 0));
    const note = () => {
      positions.current[entryIndex()] = window.scrollY;
    };
    const store = () => sessionStorage.setItem(storageKey, JSON.stringify(positions.current));
    addEventListener("scroll", note, { passive: true });
    addEventListener("pagehide", store);
    return () => {
      removeEventListener("scroll", note);
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
  }, [path, search]);
}

const useIsomorphicLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

function storedPositions(): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.map(Number) : [];
  } catch {
    return [];
  }
}
