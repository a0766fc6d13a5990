import { useEffect, useRef, useState } from "react";
import { Button, buttonStyle } from "../../kit/button";

/** How long the form may take to load before we show that it is slow, in milliseconds. */
const loadTimeout = 10_000;

/** A form in the state "failed" stays visible without its host's script; one that is "unreachable" is removed. */
type State = "loading" | "ready" | "slow" | "failed" | "unreachable";

interface ForeignFormProps {
  /** The path of the document that contains only the form. */
  embed: string;
  /** The URL of the form itself. */
  address: string;
}

/**
 * Another host's form in an iframe without access to our page. The iframe's document reports its state; without a
 * report in time it counts as slow. The iframe is there from the start, also without scripts.
 */
export function ForeignForm({ embed, address }: ForeignFormProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(0);
  const state = useFrameState(frame, attempt);
  return (
    <div className="mt-10 max-w-240">
      {state === "loading" || state === "ready" ? null : (
        <div
          role="alert"
          className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-xl border border-line px-5 py-4 text-[0.9375rem]"
        >
          <p>
            {state === "slow"
              ? "The form is taking longer than usual to load."
              : "Couldn't load the form. Its host may be unreachable, or a browser extension may be blocking it."}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
            <a href={address} target="_blank" rel="noopener noreferrer" className={buttonStyle()}>
              Open the form in a new tab
            </a>
          </div>
        </div>
      )}
      {state === "unreachable" ? null : (
        <div className="relative overflow-hidden rounded-2xl border border-hairline bg-raised">
          {state === "loading" ? (
            // It is behind the iframe, which is transparent until the form is rendered.
            <p role="status" className="absolute inset-0 grid place-items-center text-muted noscript:hidden">
              Loading the form…
            </p>
          ) : null}
          <iframe
            key={attempt}
            ref={frame}
            src={embed}
            title="Submission form"
            height={979}
            referrerPolicy="no-referrer"
            className="relative w-full"
          />
        </div>
      )}
    </div>
  );
}

/** Returns the state that the iframe reports. Messages from other windows are ignored. */
function useFrameState(frame: React.RefObject<HTMLIFrameElement | null>, attempt: number): State {
  const [reported, setReported] = useState<{ attempt: number; state: State }>({ attempt: 0, state: "loading" });
  useEffect(() => {
    const inside = frame.current?.contentWindow;
    const report = (state: State) => setReported({ attempt, state });
    const late = setTimeout(() => report("slow"), loadTimeout);
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const state = source === inside ? stateIn(data) : null;
      if (!state) return;
      clearTimeout(late);
      report(state);
    };
    addEventListener("message", onMessage);
    inside?.postMessage("submitForm?", "*"); // it may have sent its state before this listener was added
    return () => {
      clearTimeout(late);
      removeEventListener("message", onMessage);
    };
  }, [frame, attempt]);
  return reported.attempt === attempt ? reported.state : "loading";
}

function stateIn(data: unknown): State | null {
  if (typeof data !== "object" || data === null || !("submitForm" in data)) return null;
  return frameStates.find((state) => state === data.submitForm) ?? null;
}

const frameStates = ["ready", "failed", "unreachable"] as const;
