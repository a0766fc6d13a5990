import type { ReactNode } from "react";
import { Button } from "./button";

interface PageStateProps {
  title: string;
  text: string;
  /** The button or link below. */
  children: ReactNode;
}

/** A page that has nothing to show but its state: not found, or not loaded. */
export function PageState({ title, text, children }: PageStateProps) {
  return (
    <div className="page-width state-panel">
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      <p className="mt-3 max-w-md text-balance text-muted">{text}</p>
      <div className="mt-7">{children}</div>
    </div>
  );
}

/** A page that couldn't be loaded. */
export function FailedPage({ what, isRetrying, retry }: { what: string; isRetrying: boolean; retry: () => void }) {
  return (
    <div role="alert">
      <PageState title={`Couldn't load this ${what}`} text="The connection may have dropped for a moment.">
        <Button tone="brass" disabled={isRetrying} onClick={retry}>
          Try again
        </Button>
      </PageState>
    </div>
  );
}

interface FailedListProps {
  /** What is in the list: "categories". */
  items: string;
  isRetrying: boolean;
  retry: () => void;
}

/** What a page shows in place of a list that couldn't be loaded. */
export function FailedList({ items, isRetrying, retry }: FailedListProps) {
  return (
    <div role="alert" className="border-t border-hairline pt-8">
      <p className="text-muted">{`We couldn't load the ${items}. The connection may have dropped for a moment.`}</p>
      <Button className="mt-6" disabled={isRetrying} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
