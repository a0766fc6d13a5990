import { useEffect, useState } from "react";

/** How long a text must stay the same before something is loaded for it, in milliseconds. */
export const debounceDelay = 600;

/** Returns the text as it was at the last pause of typing, so that not every key causes a request. */
export function useDebounced(text: string, delay = debounceDelay): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return debounced;
}

/** How long after the last key the server is asked, in milliseconds. */
const typingPause = 200;

/** Returns the text once it has not changed for a moment; an empty one at once. */
export function useSettled(text: string) {
  const settled = useDebounced(text, typingPause);
  return text === "" ? text : settled;
}
