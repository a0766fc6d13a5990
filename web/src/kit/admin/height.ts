import { useState, useSyncExternalStore } from "react";

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
