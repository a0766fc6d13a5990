import { type RefObject, useEffect, useSyncExternalStore } from "react";

/**
 * The root margin that loads the next page: up to 800 px below the viewport, or anywhere above, as the user may jump.
 */
const readAhead = "1000000px 0px 800px";

/**
 * Reports whether the user has scrolled. A list that was not scrolled, or that changes while typing, does not load
 * more.
 */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  );
}

function onScroll(changed: () => void) {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

export const canWatch = () => "IntersectionObserver" in window;

/** Calls the function when the element comes near the viewport. */
export function useWhenNear(element: RefObject<HTMLElement | null>, active: boolean, call: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is the same for as long as it is awaited
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call();
      },
      { rootMargin: readAhead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [active]);
}
