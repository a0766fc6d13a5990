import { useEffect, useRef, useState } from "react";
import { Button, buttonStyle } from "../ui/button";

/** How long the form's host may take before we say that it does, in milliseconds. */
const loadTimeout = 10_000;

/** A form that has failed stands there without the script that its host wants beside it; one out of reach does not. */
type State = "loading" | "ready" | "slow" | "failed" | "unreachable";

interface ForeignFormProps {
  /** The path of the document that holds the form, alone. */
  embed: string;
  /** Of the form itself. */
  address: string;
}

/**
 * Another host's form, in a document of its own, which has no access to ours. That document tells how its loading goes;
 * what nobody tells in time counts as slow. The frame stands there from the beginning, also without scripts.
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
            // It lies behind the frame, which is transparent until the form is drawn.
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

/** What the frame says of its form. Only the frame's own words count, whoever else may send some. */
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
    inside?.postMessage("submitForm?", "*"); // it may have spoken before anybody listened
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
