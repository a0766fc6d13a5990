import type { VisitDay } from "../../api/visits";
import { formatCount } from "../../ui/count";
import { shortDay, shownDays, totalsOf, wordsFor } from "./series";

/** The height of the drawing in its own units; its width is one unit per day. */
const height = 100;

/** The visits by day of one tool or of all, as a chart and as a table. */
export function VisitChart({ days, of }: { days: VisitDay[]; of: string }) {
  const totals = totalsOf(days);
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 mb-6 text-muted text-[0.8125rem] tabular-nums">
        <Total series="visits" count={totals.visits} name={totals.visits === 1 ? "visit" : "visits"} />
        <Total series="opens" count={totals.opens} name="opened" />
        <span className="ml-auto text-dim">{shownDays} days</span>
      </figcaption>
      <Columns days={days} label={`${of}, last ${shownDays} days: ${wordsFor(totals)}`} />
      <div className="flex justify-between mt-1.5 text-dim text-[0.75rem]" aria-hidden="true">
        <span>{shortDay(days[0]?.day ?? "")}</span>
        <span>{shortDay(days.at(-1)?.day ?? "")}</span>
      </div>
      <Numbers days={days} of={of} />
    </figure>
  );
}

/** A number in a sentence. */
export const figure = "font-semibold text-text";

const colors = { visits: "[--series:var(--color-text)]", opens: "[--series:oklch(1_0_0/0.36)]" };

function Total({ series, count, name }: { series: "visits" | "opens"; count: number; name: string }) {
  return (
    <span
      className={`${colors[series]} before:mr-1.5 before:inline-block before:size-2 before:rounded-[0.125rem] before:bg-(--series)`}
    >
      <strong className={figure}>{formatCount(count)}</strong> {name}
    </span>
  );
}

/** Two bars for each day, one in front of the other: page views and visits. */
function Columns({ days, label }: { days: VisitDay[]; label: string }) {
  const most = Math.max(1, ...days.map(({ opens, visits }) => Math.max(opens, visits)));
  const column = (at: number, count: number, width: number, series: keyof typeof colors) => (
    <rect
      data-series={series}
      className={`${colors[series]} fill-(--series)`}
      x={at + (1 - width) / 2}
      y={height - (count / most) * height}
      width={width}
      height={(count / most) * height}
    />
  );
  return (
    <div className="relative border-line border-b before:absolute before:inset-x-0 before:top-0 before:border-hairline before:border-t before:border-dashed">
      <span
        className="absolute bottom-[calc(100%+0.25rem)] left-0 text-dim text-[0.6875rem] tabular-nums leading-none pointer-events-none"
        aria-hidden="true"
      >
        {formatCount(most)}
      </span>
      <svg
        className="block h-28 w-full min-[56rem]:group-open:h-56"
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {days.map(({ day, opens, visits }, at) => (
          <g key={day} className="group/day">
            <title>{`${shortDay(day)}: ${wordsFor({ opens, visits })}`}</title>
            <rect className="fill-transparent group-hover/day:fill-hairline" x={at} y={0} width={1} height={height} />
            {column(at, opens, 0.72, "opens")}
            {column(at, visits, 0.36, "visits")}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The chart as a table, newest day first. */
function Numbers({ days, of }: { days: VisitDay[]; of: string }) {
  return (
    <details className="mt-2 text-[0.8125rem]">
      <summary className="w-fit cursor-pointer rounded py-1 text-muted hover:text-text">Show numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <section className="overflow-y-auto max-h-56 mt-1 rounded" aria-label={`${of}, by day`} tabIndex={0}>
        <table className="visit-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Visits</th>
              <th scope="col">Opened</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, opens, visits }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{shortDay(day)}</time>
                </th>
                <td>{formatCount(visits)}</td>
                <td>{formatCount(opens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
