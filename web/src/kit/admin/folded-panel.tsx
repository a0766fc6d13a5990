import { type ReactNode, useState } from "react";
import { Skeleton } from "../skeleton";
import { disclosure, panel } from "./styles";

interface FoldedPanelProps {
  title: string;
  /** The localStorage key that remembers the open panel. */
  storageKey: string;
  /** Its content is still loading. */
  isLoading: boolean;
  /** The content in one line, shown while it is closed. */
  brief: () => ReactNode;
  /** The content. */
  full: () => ReactNode;
}

/** A panel that is one line, and can be opened. */
export function FoldedPanel({ title, storageKey, isLoading, brief, full }: FoldedPanelProps) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) !== null);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) localStorage.setItem(storageKey, "true");
    else localStorage.removeItem(storageKey);
  };
  return (
    <details className={`${panel} group`} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary
        className={`${disclosure} relative flex min-h-13 flex-wrap items-baseline gap-x-4 gap-y-1 rounded-xl py-2.5 pr-12 pl-5 after:absolute after:top-4.75 after:right-5 after:text-muted hover:after:text-text`}
      >
        <h2 className="font-display text-2xl">{title}</h2>
        {isLoading ? <Skeleton className="h-4 w-56 max-w-full" /> : null}
        {isLoading || isOpen ? null : (
          <p className="truncate flex-1 min-w-0 text-muted text-[0.875rem] tabular-nums">{brief()}</p>
        )}
      </summary>
      {!isLoading && isOpen ? full() : null}
    </details>
  );
}
