import { useEffect, useState } from "react";
import { type AddressCheck, checkAddress } from "../../api/submissions";
import { isAddress, withScheme } from "./draft";

/** The typing pause before a URL is looked up, in milliseconds. */
const pause = 350;

/** The state of the URL check: nothing to check, loading, the answer, or a failure. */
export type AddressAnswer = "nothing" | "looking" | "unreachable" | AddressCheck;

/** Looks the URL up while it is typed. An answer for an earlier URL is never shown. */
export function useAddressCheck() {
  const [asked, setAsked] = useState({ website: "", times: 0 });
  const [found, setFound] = useState<{ website: string; answer: AddressAnswer }>({ website: "", answer: "nothing" });
  const { website } = asked;
  useEffect(() => {
    if (asked.website === "") return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await checkAddress(asked.website, stop.signal).catch(() => "unreachable" as const);
      if (!stop.signal.aborted) setFound({ website: asked.website, answer });
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);

  const answer: AddressAnswer = website === "" ? "nothing" : found.website === website ? found.answer : "looking";
  return {
    answer,
    isKnown: typeof answer === "object" && answer.state !== "new",
    check(typed: string) {
      const address = withScheme(typed);
      const next = isAddress(address) ? address : "";
      if (next !== website) setAsked({ website: next, times: 0 });
    },
    /** Looks up the same URL again: it may have been submitted since. */
    again: () => setAsked((before) => ({ ...before, times: before.times + 1 })),
  };
}
