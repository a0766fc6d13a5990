import { useEffect, useState } from "react";

/** How long a text must stay the same before something is loaded for it, in milliseconds. */
export const settlingTime = 600;

/** Returns the text as it was at the last typing pause, so that not every key causes a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlingTime);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
