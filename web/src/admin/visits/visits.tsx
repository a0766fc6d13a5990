import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { VisitDay } from "../../api/schema.gen";
import { productVisitsQuery, visitCoursesQuery } from "../../api/visits";
import { Chart, soft, strong, writtenDay } from "../../kit/admin/chart";
import { FailedLine, Loading } from "../../kit/admin/list";
import { countOf, formatCount } from "../../kit/count";

/** Shown while nothing is counted: explains what is. */
export function NoVisits({ of, className = "" }: { of: string; className?: string }) {
  return (
    <p className={`max-w-136 text-[0.875rem] text-muted leading-5.5 ${className}`}>
      No clicks or views of {of} in the last {shownDays} days. Clicks on Visit or a /go/ link and views of a tool’s page
      are counted here, without bots.
    </p>
  );
}

/** The clicks and views by day of one tool or of all, as a chart and as a table. */
export function VisitChart({ days, of }: { days: VisitDay[]; of: string }) {
  const totals = totalsOf(days);
  return (
    <Chart
      label={`${of}, last ${shownDays} days: ${wordsFor(totals)}`}
      tableLabel={`${of}, by day`}
      unit="Day"
      series={[
        {
          key: "clicks",
          head: "Clicks",
          name: totals.clicks === 1 ? "click" : "clicks",
          sum: totals.clicks,
          color: strong,
          left: 0.32,
          width: 0.36,
        },
        {
          key: "views",
          head: "Views",
          name: totals.views === 1 ? "view" : "views",
          sum: totals.views,
          color: soft,
          left: 0.14,
          width: 0.72,
        },
      ]}
      points={days.map(({ day, views, clicks }) => ({
        day,
        words: `${writtenDay(day)}: ${wordsFor({ views, clicks })}`,
        values: [clicks, views],
      }))}
    />
  );
}

/** How many days every chart shows; the API's default. */
export const shownDays = 30;

/** Returns the totals of these days. */
function totalsOf(days: VisitDay[]) {
  return days.reduce((sum, { views, clicks }) => ({ views: sum.views + views, clicks: sum.clicks + clicks }), {
    views: 0,
    clicks: 0,
  });
}

/** "3 clicks, 12 views". */
const wordsFor = ({ views, clicks }: { views: number; clicks: number }) =>
  `${countOf(clicks, "click")}, ${countOf(views, "view")}`;

/** The drawing's own units. */
const [width, height] = [64, 20];

export interface VisitSparkProps {
  /** The clicks by day; undefined until known, null for a tool without any. */
  clicks: number[] | null | undefined;
}

/** The clicks of a tool as a sparkline and a number. Its size is always the same. */
export function VisitSpark({ clicks }: VisitSparkProps) {
  const total = clicks?.reduce((sum, count) => sum + count, 0) ?? 0;
  return (
    <span
      className="inline-grid min-h-5 grid-cols-[2rem_minmax(1.5rem,auto)] items-center gap-1.5 text-right text-[0.8125rem] text-muted tabular-nums max-[30rem]:grid-cols-[auto] md:grid-cols-[4rem_minmax(3rem,auto)] md:gap-3"
      aria-hidden={clicks === undefined}
    >
      {clicks === undefined ? null : (
        <>
          <svg
            className="block max-[30rem]:hidden h-5 w-full fill-none stroke-[1.25] stroke-muted"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {total > 0 && clicks ? (
              <polyline strokeLinejoin="round" vectorEffect="non-scaling-stroke" points={pointsOf(clicks)} />
            ) : null}
          </svg>
          <span aria-hidden="true">{total > 0 ? formatCount(total) : "–"}</span>
          <span className="sr-only">
            {countOf(total, "click")} in {shownDays} days
          </span>
        </>
      )}
    </span>
  );
}

/** Returns a point for each day, the highest at the top. */
function pointsOf(clicks: number[]): string {
  const most = Math.max(1, ...clicks);
  const step = width / Math.max(1, clicks.length - 1);
  return clicks.map((count, at) => `${round(at * step)},${round(1 + (1 - count / most) * (height - 2))}`).join(" ");
}

const round = (length: number) => Math.round(length * 10) / 10;

/**
 * Returns the clicks of each tool by day, for a row's VisitSpark. Call it once for a whole list. A tool without any has
 * null; while they are loading or after a failure, every tool has undefined.
 */
export function useVisitCourses(): (id: number) => number[] | null | undefined {
  const { data } = useQuery(visitCoursesQuery());
  return useMemo(() => {
    const courses = data && new Map(data.map(({ id, clicks }) => [id, clicks]));
    return (id) => (courses ? (courses.get(id) ?? null) : undefined);
  }, [data]);
}

/** The clicks and views of one tool in the last 30 days. */
export function ProductVisits({ id }: { id: number }) {
  const query = useQuery(productVisitsQuery(id));
  const { data, error } = query;
  if (!data)
    return error ? <FailedLine what="the clicks" query={query} /> : <Loading what="Loading clicks" skeleton="h-36" />;
  const { views, clicks } = totalsOf(data.days);
  return views + clicks === 0 ? <NoVisits of="this tool" /> : <VisitChart days={data.days} of="This tool" />;
}
