import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useMemo } from "react";
import type { VisitDay, Visits } from "../../api/schema.gen";
import { productVisitsQuery, visitCoursesQuery, visitsQuery } from "../../api/visits";
import { Chart, FoldedPanel, figure, shortDay, soft, strong } from "../../kit/admin/chart";
import { FailedLine, Loading } from "../../kit/admin/list";
import { countOf, formatCount } from "../../kit/count";

/** The visits of the site in one line; opened, by day and by tool. */
export function TopVisits() {
  const query = useQuery(visitsQuery());
  const { data, error } = query;
  if (error && !data) return <FailedLine what="the visits" query={query} />;
  return (
    <FoldedPanel
      title="Visits"
      storageKey="admin_visits_open"
      isLoading={!data}
      brief={() => (data ? <InBrief visits={data} /> : null)}
      full={() => (data ? <InFull visits={data} /> : null)}
    />
  );
}

/** How many tools the line names. */
const named = 3;

function InBrief({ visits: { days, top } }: { visits: Visits }) {
  const { visits } = totalsOf(days);
  return (
    <>
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
    </>
  );
}

function InFull({ visits: { days, top, pages } }: { visits: Visits }) {
  if (top.length + pages.length === 0) return <NoVisits of="any tool" className="px-5 pb-5" />;
  return (
    <div className="grid gap-x-12 gap-y-6 px-5 pt-2 pb-5 min-[56rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <VisitChart days={days} of="All tools" />
      <div className="grid content-start gap-6">
        <TopList
          caption="Most visited tools"
          heads={["Most visited", "Visits", "Opened"]}
          rows={top.map(({ slug, name, visits, opens }) => ({
            href: `/products/${slug}`,
            name,
            counts: [visits, opens],
          }))}
        />
        <TopList
          caption="Most viewed pages"
          heads={["Alternatives, comparisons, collections", "Views"]}
          rows={pages.map(({ path, title, views }) => ({ href: path, name: title, counts: [views] }))}
        />
      </div>
    </div>
  );
}

interface TopListProps {
  caption: string;
  heads: [string, ...string[]];
  /** The most counted first. */
  rows: { href: string; name: string; counts: number[] }[];
}

/** What is counted most; the line below each name is as long as its share of the first one's first number. */
function TopList({ caption, heads: [head, ...others], rows }: TopListProps) {
  if (rows.length === 0) return null;
  const most = Math.max(1, rows[0]?.counts[0] ?? 0);
  return (
    <table className="number-table table-fixed self-start text-[0.875rem]">
      <caption className="sr-only">
        {caption}, last {shownDays} days
      </caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {others.map((other) => (
            <th key={other} scope="col" className="w-20">
              {other}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ href, name, counts }) => (
          <tr key={href} className="text-muted *:py-1.75">
            <th
              scope="row"
              className="relative after:absolute after:bottom-0.5 after:left-0 after:h-0.5 after:w-[calc(var(--share)*100%)] after:rounded-[1px] after:bg-line"
              style={{ "--share": (counts[0] ?? 0) / most } as CSSProperties}
            >
              <a
                className="block overflow-hidden text-ellipsis text-text hover:underline hover:underline-offset-[0.2em]"
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                {name}
              </a>
            </th>
            {others.map((other, at) => (
              <td key={other}>{formatCount(counts[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shown while there are no visits: explains what is counted. */
function NoVisits({ of, className = "" }: { of: string; className?: string }) {
  return (
    <p className={`max-w-136 text-[0.875rem] text-muted leading-5.5 ${className}`}>
      No visits to {of} in the last 30 days. Clicks on Visit or a /go/ link and views of a tool’s page are counted here,
      without bots.
    </p>
  );
}

/** The visits by day of one tool or of all, as a chart and as a table. */
function VisitChart({ days, of }: { days: VisitDay[]; of: string }) {
  const totals = totalsOf(days);
  const visits = totals.visits === 1 ? "visit" : "visits";
  return (
    <Chart
      label={`${of}, last ${shownDays} days: ${wordsFor(totals)}`}
      tableLabel={`${of}, by day`}
      unit="Day"
      series={[
        { key: "visits", head: "Visits", name: visits, sum: totals.visits, color: strong, left: 0.32, width: 0.36 },
        { key: "opens", head: "Opened", name: "opened", sum: totals.opens, color: soft, left: 0.14, width: 0.72 },
      ]}
      points={days.map(({ day, opens, visits }) => ({
        day,
        words: `${shortDay(day)}: ${wordsFor({ opens, visits })}`,
        values: [visits, opens],
      }))}
    />
  );
}

/** How many days every chart shows; the API's default. */
const shownDays = 30;

/** Returns the totals of these days. */
function totalsOf(days: VisitDay[]) {
  return days.reduce((sum, { opens, visits }) => ({ opens: sum.opens + opens, visits: sum.visits + visits }), {
    opens: 0,
    visits: 0,
  });
}

/** "3 visits, opened 12 times". */
const wordsFor = ({ opens, visits }: { opens: number; visits: number }) =>
  `${countOf(visits, "visit")}, opened ${countOf(opens, "time")}`;

/** The drawing's own units. */
const [width, height] = [64, 20];

export interface VisitSparkProps {
  /** The visits by day; undefined until known, null for a tool without visits. */
  visits: number[] | null | undefined;
}

/** The visits of a tool as a sparkline and a number. Its size is always the same. */
export function VisitSpark({ visits }: VisitSparkProps) {
  const total = visits?.reduce((sum, count) => sum + count, 0) ?? 0;
  return (
    <span
      className="inline-grid min-h-5 grid-cols-[2rem_minmax(1.5rem,auto)] items-center gap-1.5 text-right text-[0.8125rem] text-muted tabular-nums max-[30rem]:grid-cols-[auto] md:grid-cols-[4rem_minmax(3rem,auto)] md:gap-3"
      aria-hidden={visits === undefined}
    >
      {visits === undefined ? null : (
        <>
          <svg
            className="block max-[30rem]:hidden h-5 w-full fill-none stroke-[1.25] stroke-muted"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polyline strokeLinejoin="round" vectorEffect="non-scaling-stroke" points={pointsOf(visits ?? [0, 0])} />
          </svg>
          <span aria-hidden="true">{formatCount(total)}</span>
          <span className="sr-only">
            {countOf(total, "visit")} in {shownDays} days
          </span>
        </>
      )}
    </span>
  );
}

/** Returns a point for each day, the highest at the top. */
function pointsOf(visits: number[]): string {
  const most = Math.max(1, ...visits);
  const step = width / Math.max(1, visits.length - 1);
  return visits.map((count, at) => `${round(at * step)},${round(1 + (1 - count / most) * (height - 2))}`).join(" ");
}

const round = (length: number) => Math.round(length * 10) / 10;

/**
 * Returns the visits of each tool by day, for a row's VisitSpark. Call it once for a whole list. A tool without visits
 * has null; while they are loading or after a failure, every tool has undefined.
 */
export function useVisitCourses(): (id: number) => number[] | null | undefined {
  const { data } = useQuery(visitCoursesQuery());
  return useMemo(() => {
    const courses = data && new Map(data.map(({ id, visits }) => [id, visits]));
    return (id) => (courses ? (courses.get(id) ?? null) : undefined);
  }, [data]);
}

/** The visits of one tool in the last 30 days. */
export function ProductVisits({ id }: { id: number }) {
  const query = useQuery(productVisitsQuery(id));
  const { data, error } = query;
  if (!data)
    return error ? <FailedLine what="the visits" query={query} /> : <Loading what="Loading visits" skeleton="h-36" />;
  const { opens, visits } = totalsOf(data.days);
  return opens + visits === 0 ? <NoVisits of="this tool" /> : <VisitChart days={data.days} of="This tool" />;
}
