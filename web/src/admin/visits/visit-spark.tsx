import { countOf, formatCount } from "../../kit/count";
import { shownDays } from "./series";

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
