import type { VisitDay } from "../../api/visits";
import { formatCount } from "../../ui/count";
import { shortDay, shownDays, totalsOf, wordsFor } from "./series";

/** The height of the drawing in its own units; its width is one for each day. */
const height = 100;

/** How often a tool, or all of them, were opened and visited on each day. The same numbers stand below as a table. */
export function VisitChart({ days, of }: { days: VisitDay[]; of: string }) {
  const totals = totalsOf(days);
  return (
    <figure className="visit-chart">
      <figcaption className="visit-totals">
        <Total series="visits" count={totals.visits} name={totals.visits === 1 ? "visit" : "visits"} />
        <Total series="opens" count={totals.opens} name="opened" />
        <span className="visit-span">{shownDays} days</span>
      </figcaption>
      <Columns days={days} label={`${of}, last ${shownDays} days: ${wordsFor(totals)}`} />
      <div className="visit-axis" aria-hidden="true">
        <span>{shortDay(days[0]?.day ?? "")}</span>
        <span>{shortDay(days.at(-1)?.day ?? "")}</span>
      </div>
      <Numbers days={days} of={of} />
    </figure>
  );
}

function Total({ series, count, name }: { series: "visits" | "opens"; count: number; name: string }) {
  return (
    <span className="visit-total" data-series={series}>
      <strong>{formatCount(count)}</strong> {name}
    </span>
  );
}

/** Two columns for each day, one in front of the other: openings, and visits. */
function Columns({ days, label }: { days: VisitDay[]; label: string }) {
  const most = Math.max(1, ...days.map(({ opens, visits }) => Math.max(opens, visits)));
  const column = (at: number, count: number, width: number, series: string) => (
    <rect
      className={series}
      x={at + (1 - width) / 2}
      y={height - (count / most) * height}
      width={width}
      height={(count / most) * height}
    />
  );
  return (
    <div className="visit-columns">
      <span className="visit-most" aria-hidden="true">
        {formatCount(most)}
      </span>
      <svg viewBox={`0 0 ${days.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {days.map(({ day, opens, visits }, at) => (
          <g key={day} className="visit-day">
            <title>{`${shortDay(day)}: ${wordsFor({ opens, visits })}`}</title>
            <rect className="reach" x={at} y={0} width={1} height={height} />
            {column(at, opens, 0.72, "opens")}
            {column(at, visits, 0.36, "visits")}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The chart in numbers, the latest day first. */
function Numbers({ days, of }: { days: VisitDay[]; of: string }) {
  return (
    <details className="visit-numbers">
      <summary>Show numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <section className="visit-numbers-scroll" aria-label={`${of}, by day`} tabIndex={0}>
        <table>
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
