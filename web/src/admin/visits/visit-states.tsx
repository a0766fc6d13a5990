import type { ComponentProps } from "react";
import { FailedLine } from "../../kit/admin/state-panel";
import { Skeleton } from "../../kit/skeleton";

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

type VisitsFailedProps = Omit<ComponentProps<typeof FailedLine>, "what">;

/** Shown when loading the visits failed, with a button to try again. */
export const VisitsFailed = (props: VisitsFailedProps) => <FailedLine what="the visits" {...props} />;
