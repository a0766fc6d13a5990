import { type RefObject, useEffect, useEffectEvent } from "react";

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
