import { sentenceOf } from "../../api/fault";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";

/** The placeholder of the chart. */
export function ChartSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading visits</span>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-3 h-24 w-full" />
      <Skeleton className="mt-2 h-3.5 w-full" />
    </div>
  );
}

/** Shown while there are no visits: explains what is counted. */
export function NoVisits({ of, className = "" }: { of: string; className?: string }) {
  return (
    <p className={`max-w-136 text-[0.875rem] text-muted leading-5.5 ${className}`}>
      No visits to {of} in the last 30 days. Clicks on Visit or a /go/ link and views of a tool’s page are counted here,
      without bots.
    </p>
  );
}

interface VisitsFailedProps {
  error: Error;
  isRetrying: boolean;
  retry: () => void;
}

/** Shown when loading the visits failed, with a button to try again. */
export function VisitsFailed({ error, isRetrying, retry }: VisitsFailedProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 border border-hairline rounded-xl text-muted text-[0.875rem]"
    >
      <p>Couldn't load the visits: {sentenceOf(error, "Failed to connect to server")}</p>
      <Button size="small" onClick={retry} disabled={isRetrying} aria-label="Try again to load the visits">
        Try again
      </Button>
    </div>
  );
}
