import { useEffect, useRef } from "react";
import { isAddress, withScheme } from "./draft";
import { workFor } from "./work";

interface Work {
  website: string;
  stop: AbortController;
  done: Promise<string>;
}

/** Does the work for the typed address while the rest of the form is filled in; what is for another one is given up. */
export function useWork() {
  const current = useRef<Work | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);
  const start = (website: string) => {
    if (current.current?.website === website) return current.current.done;
    current.current?.stop.abort();
    const stop = new AbortController();
    const done = workFor(website, stop.signal);
    done.catch(() => undefined); // who waits for it hears of it
    current.current = { website, stop, done };
    return done;
  };
  return {
    begin(typed: string) {
      const website = withScheme(typed);
      if (isAddress(website)) void start(website);
    },
    of: (website: string) => start(website),
  };
}
