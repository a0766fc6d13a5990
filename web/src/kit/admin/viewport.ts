import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";

const narrow = "(width < 48rem)";

/** Returns a height in pixels from one in rem for wide windows and one for narrow windows. */
export function useHeight(wideRem: number, narrowRem: number): number {
  const isNarrow = useSyncExternalStore(onNarrow, () => matchMedia(narrow).matches);
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  return (isNarrow ? narrowRem : wideRem) * rem;
}

function onNarrow(changed: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
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
