import type { ReactNode } from "react";
import { sentenceOf } from "../api/fault";
import { Button } from "../ui/button";

/** In the middle of what has nothing else to show. */
export const statePanel = "flex flex-col items-center pt-16 pb-12 text-center";

interface StatePanelProps {
  title: string;
  text: ReactNode;
  /** The ways on. */
  children?: ReactNode;
}

/** Stands where a list has nothing to show: says why, and leads on. */
export function StatePanel({ title, text, children }: StatePanelProps) {
  return (
    <div className={statePanel}>
      <h2 className="font-display text-2xl">{title}</h2>
      <p className="mt-2 max-w-md text-balance text-sm text-muted">{text}</p>
      {children ? <div className="mt-5 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </div>
  );
}

interface FailedPanelProps {
  what: string;
  error: Error;
  retry: () => void;
}

/** Something could not be read: says so, and lets one try again. */
export function FailedPanel({ what, error, retry }: FailedPanelProps) {
  return (
    <div role="alert">
      <StatePanel title={what} text={sentenceOf(error, "Failed to connect to server")}>
        <Button tone="brass" onClick={retry}>
          Try again
        </Button>
      </StatePanel>
    </div>
  );
}
