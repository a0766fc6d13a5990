import { type RefObject, useEffect, useEffectEvent } from "react";

/** Reports whether the element is in the window or close to it, at first and at each change, while it is watched. */
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
