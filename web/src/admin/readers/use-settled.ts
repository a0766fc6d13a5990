import { useEffect, useState } from "react";

/** How long after the last key the server is asked, in milliseconds. */
const typingPause = 200;

/** Returns the text once it has not changed for a moment; an empty one at once. */
export function useSettled(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? text : settled;
}
