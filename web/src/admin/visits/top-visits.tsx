import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { type Visits, visitsQuery } from "../../api/visits";
import { formatCount } from "../../ui/count";
import { Skeleton } from "../../ui/skeleton";
import { shownDays, totalsOf } from "./series";
import { VisitChart } from "./visit-chart";
import { NoVisits, VisitsFailed } from "./visit-states";

/** Where it is remembered that the panel is open. */
const remembered = "admin_visits_open";

/** The visits of the whole site in one line, and on demand day by day and by tool. */
export function TopVisits() {
  const { data, error, isFetching, refetch } = useQuery(visitsQuery());
  const [isOpen, setOpen] = useState(() => localStorage.getItem(remembered) !== null);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) localStorage.setItem(remembered, "true");
    else localStorage.removeItem(remembered);
  };
  if (error && !data) return <VisitsFailed error={error} isRetrying={isFetching} retry={() => void refetch()} />;
  return (
    <details className="visit-panel" open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary className="chevron">
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
    <p className="visit-brief">
      <strong>{formatCount(visits)}</strong> {visits === 1 ? "visit" : "visits"} in the last {shownDays} days
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
  if (top.length === 0) return <NoVisits of="any tool" />;
  return (
    <div className="visit-full">
      <VisitChart days={days} of="All tools" />
      <TopList top={top} />
    </div>
  );
}

/** The most visited tools; the line below each name is as long as its share of the first one's visits. */
function TopList({ top }: Pick<Visits, "top">) {
  const most = Math.max(1, top[0]?.visits ?? 0);
  return (
    <table className="visit-top">
      <caption className="sr-only">Most visited tools, last {shownDays} days</caption>
      <thead>
        <tr>
          <th scope="col">Most visited</th>
          <th scope="col">Visits</th>
          <th scope="col">Opened</th>
        </tr>
      </thead>
      <tbody>
        {top.map(({ id, slug, name, visits, opens }) => (
          <tr key={id}>
            <th scope="row" style={{ "--share": visits / most } as CSSProperties}>
              <a href={`/products/${slug}`} target="_blank" rel="noopener noreferrer">
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
