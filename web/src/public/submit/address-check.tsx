import { useEffect, useState } from "react";
import type { AddressCheck } from "../../api/schema.gen";
import { checkAddress } from "../../api/submissions";
import { isAddress, withScheme } from "./draft";

/** The result of the URL check, below its field. */
export function AddressNote({ answer }: { answer: AddressAnswer }) {
  const isKnown = typeof answer === "object" && answer.state !== "new";
  return (
    <span role="status" className={isKnown ? "text-danger" : undefined}>
      {noteOf(answer)}
    </span>
  );
}

function noteOf(answer: AddressAnswer) {
  if (answer === "nothing") return "The tool's own website.";
  if (answer === "looking") return "Checking whether it's already listed…";
  if (answer === "unreachable") return "Couldn't check just now; we'll check again when you submit.";
  if (answer.state === "new") return "Not listed yet.";
  if (answer.state === "waiting") return "Already submitted and awaiting review.";
  return (
    <>
      Already listed
      {answer.productSlug === "" ? null : (
        <>
          {": "}
          <a
            href={`/products/${encodeURIComponent(answer.productSlug)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-3"
          >
            {answer.productName}
          </a>
        </>
      )}
      .
    </>
  );
}

/** The typing pause before a URL is looked up, in milliseconds. */
const pause = 350;

/** The state of the URL check: nothing to check, loading, the answer, or a failure. */
type AddressAnswer = "nothing" | "looking" | "unreachable" | AddressCheck;

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
