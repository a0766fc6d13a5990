import { useEffect, useState } from "react";

/** How long a text must stay the same before something is loaded for it, in milliseconds. */
export const settlingTime = 600;

/** The text as it was when it last stayed the same for a while: what is typed is not requested on every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlingTime);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
