import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { type Visits, visitsQuery } from "../../api/visits";
import { formatCount } from "../../ui/count";
import { Skeleton } from "../../ui/skeleton";
import { disclosure, panel } from "../styles";
import { shownDays, totalsOf } from "./series";
import { figure, VisitChart } from "./visit-chart";
import { NoVisits, VisitsFailed } from "./visit-states";

/** The localStorage key that remembers the open panel. */
const storageKey = "admin_visits_open";

/** The visits of the site in one line; opened, by day and by tool. */
export function TopVisits() {
  const { data, error, isFetching, refetch } = useQuery(visitsQuery());
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) !== null);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) localStorage.setItem(storageKey, "true");
    else localStorage.removeItem(storageKey);
  };
  if (error && !data) return <VisitsFailed error={error} isRetrying={isFetching} retry={() => void refetch()} />;
  return (
    <details className={`${panel} group`} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary
        className={`${disclosure} relative flex min-h-13 flex-wrap items-baseline gap-x-4 gap-y-1 rounded-xl py-2.5 pr-12 pl-5 after:absolute after:top-4.75 after:right-5 after:text-muted hover:after:text-text`}
      >
        <h2 className="font-display text-2xl">Visits</h2>
        {data ? null : <Skeleton className="h-4 w-56 max-w-full" />}
        {data && !isOpen ? <InBrief visits={data} /> : null}
      </summary>
      {data && isOpen ? <InFull visits={data} /> : null}
    </details>
  );
}

/** How many tools the line names. */
const named = 3;

function InBrief({ visits: { days, top } }: { visits: Visits }) {
  const { visits } = totalsOf(days);
  return (
    <p className="truncate flex-1 min-w-0 text-muted text-[0.875rem] tabular-nums">
      <strong className={figure}>{formatCount(visits)}</strong> {visits === 1 ? "visit" : "visits"} in the last{" "}
      {shownDays} days
      {top.length > 0 ? (
        <span>
          {" "}
          · Most viewed:{" "}
          {top
            .slice(0, named)
            .map(({ name }) => name)
            .join(", ")}
        </span>
      ) : null}
    </p>
  );
}

function InFull({ visits: { days, top } }: { visits: Visits }) {
  if (top.length === 0) return <NoVisits of="any tool" className="px-5 pb-5" />;
  return (
    <div className="grid gap-x-12 gap-y-6 px-5 pt-2 pb-5 min-[56rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <VisitChart days={days} of="All tools" />
      <TopList top={top} />
    </div>
  );
}

/** The most visited tools; the line below each name is as long as its share of the first one's visits. */
function TopList({ top }: Pick<Visits, "top">) {
  const most = Math.max(1, top[0]?.visits ?? 0);
  return (
    <table className="visit-table table-fixed self-start text-[0.875rem]">
      <caption className="sr-only">Most visited tools, last {shownDays} days</caption>
      <thead>
        <tr>
          <th scope="col">Most visited</th>
          <th scope="col" className="w-20">
            Visits
          </th>
          <th scope="col" className="w-20">
            Opened
          </th>
        </tr>
      </thead>
      <tbody>
        {top.map(({ id, slug, name, visits, opens }) => (
          <tr key={id} className="text-muted *:py-1.75">
            <th
              scope="row"
              className="relative after:absolute after:bottom-0.5 after:left-0 after:h-0.5 after:w-[calc(var(--share)*100%)] after:rounded-[1px] after:bg-line"
              style={{ "--share": visits / most } as CSSProperties}
            >
              <a
                className="block overflow-hidden text-ellipsis text-text hover:underline hover:underline-offset-[0.2em]"
                href={`/products/${slug}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                {name}
              </a>
            </th>
            <td>{formatCount(visits)}</td>
            <td>{formatCount(opens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
