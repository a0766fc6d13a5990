import { type RefObject, useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

const narrow = "(width < 48rem)";

/** Returns a height in pixels from one in rem for wide windows and one for narrow windows. */
export function useHeight(wideRem: number, narrowRem: number): number {
  const isNarrow = useMatches(narrow);
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  return (isNarrow ? narrowRem : wideRem) * rem;
}

/** Reports whether the window matches a media query. */
export function useMatches(query: string): boolean {
  const onChange = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(onChange, () => matchMedia(query).matches);
}

/** Calls onChange with whether the element is in the viewport or near it: initially and on every change. */
export function useNear(
  element: RefObject<HTMLElement | null>,
  isWatched: boolean,
  onChange: (isNear: boolean) => void,
) {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!isWatched || !element.current || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "600px 0px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWatched]);
}
