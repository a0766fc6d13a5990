import type { ReactNode } from "react";
import { sentenceOf } from "../../api/fault";
import { Button } from "../button";
import { Skeleton } from "../skeleton";
import { panelRows } from "./styles";

/** The layout of a message in place of content. */
export const statePanel = "flex flex-col items-center pt-16 pb-12 text-center";

interface StatePanelProps {
  title: string;
  text: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** Shown in place of an empty list: the reason, and possible actions. */
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

/** Shown when loading failed, with a button to try again. */
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

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** The title if it cannot be loaded. */
  failure: string;
  /** Its placeholder. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query has loaded; until then its placeholder, or why it could not be loaded with a button to try again. */
export function Loaded<T>({ query, failure, loading, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error ? <FailedPanel what={failure} error={error} retry={() => void refetch()} /> : loading;
}

interface FailedLineProps {
  /** What could not be loaded, such as "the visits". */
  what: string;
  error: Error;
  isRetrying: boolean;
  retry: () => void;
}

/** Shown when loading something beside the screen's list failed, with a button to try again. */
export function FailedLine({ what, error, isRetrying, retry }: FailedLineProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 border border-hairline rounded-xl text-muted text-[0.875rem]"
    >
      <p>
        Couldn't load {what}: {sentenceOf(error, "Failed to connect to server")}
      </p>
      <Button size="small" onClick={retry} disabled={isRetrying} aria-label={`Try again to load ${what}`}>
        Try again
      </Button>
    </div>
  );
}

/** The placeholder of a list in a panel. */
export function LoadingRows({ what }: { what: string }) {
  return (
    <div role="status" className={`${panelRows} mt-5`}>
      <span className="sr-only">Loading {what}</span>
      {[1, 2, 3].map((index) => (
        <div key={index} className="px-4 py-3">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
      ))}
    </div>
  );
}
