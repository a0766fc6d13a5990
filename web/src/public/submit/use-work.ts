import { useEffect, useRef } from "react";
import { isAddress, withScheme } from "./draft";
import { workFor } from "./work";

interface Work {
  website: string;
  stop: AbortController;
  done: Promise<string>;
}

/**
 * Computes the proof of work for the typed URL while the rest of the form is filled in; work for an earlier URL is
 * aborted.
 */
export function useWork() {
  const current = useRef<Work | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);
  const start = (website: string) => {
    if (current.current?.website === website) return current.current.done;
    current.current?.stop.abort();
    const stop = new AbortController();
    const done = workFor(website, stop.signal);
    done.catch(() => undefined); // the caller that awaits it handles the error
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
