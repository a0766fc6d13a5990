import { type RefObject, useEffect } from "react";

/** Calls when the element comes near the window, for as long as that is wanted. */
export function useWhenNear(element: RefObject<HTMLElement | null>, wanted: boolean, call: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is the same for as long as it is wanted
  useEffect(() => {
    if (!wanted || !element.current || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call();
      },
      { rootMargin: "0px 0px 600px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wanted]);
}
