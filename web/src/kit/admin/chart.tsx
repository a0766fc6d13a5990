import { type ReactNode, useState } from "react";
import { formatCount } from "../count";
import { Skeleton } from "../skeleton";
import { disclosure, panel } from "./styles";

/** One of the numbers that a chart shows. */
export interface Series {
  key: string;
  /** The head of its column in the table. */
  head: string;
  /** What the sum is of, after the number. */
  name: string;
  /** The total of all points. */
  sum: number;
  /** The class that sets its color. */
  color: string;
  /** Where its bar begins and how wide it is; a point is 1 wide. A bar covers those of later series. */
  left: number;
  width: number;
}

/** A day or a week of a chart. */
interface Point {
  /** Its first day. */
  day: string;
  /** Its numbers in a sentence. */
  words: string;
  /** Its number in each series. */
  values: number[];
}

interface ChartProps {
  /** The chart in a sentence, with its totals. */
  label: string;
  /** The heading of the table for screen readers. */
  tableLabel: string;
  unit: "Day" | "Week";
  series: Series[];
  points: Point[];
}

/** The height of the drawing in its own units; its width is one unit per point. */
const height = 100;

/** A number in a sentence. */
export const figure = "font-semibold text-text";

/** The colors of series, by the class that sets them. */
export const strong = "[--series:var(--color-text)]";
export const soft = "[--series:color-mix(in_oklab,var(--color-contrast)_36%,transparent)]";

/** Numbers over time, as bars and as a table. */
export function Chart({ label, tableLabel, unit, series, points }: ChartProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline gap-x-5 gap-y-1 mb-6 text-muted text-[0.8125rem] tabular-nums">
        {series.map(({ key, name, sum, color }) => (
          <span
            key={key}
            className={`${color} before:mr-1.5 before:inline-block before:size-2 before:rounded-[0.125rem] before:bg-(--series)`}
          >
            <strong className={figure}>{formatCount(sum)}</strong> {name}
          </span>
        ))}
        <span className="ml-auto text-dim">{`${points.length} ${unit.toLowerCase()}s`}</span>
      </figcaption>
      <Bars label={label} series={series} points={points} />
      <div className="flex justify-between mt-1.5 text-dim text-[0.75rem]" aria-hidden="true">
        <span>{writtenDay(points[0]?.day ?? "")}</span>
        <span>{writtenDay(points.at(-1)?.day ?? "")}</span>
      </div>
      <Numbers label={tableLabel} unit={unit} series={series} points={points} />
    </figure>
  );
}

function Bars({ label, series, points }: Pick<ChartProps, "label" | "series" | "points">) {
  const most = Math.max(1, ...points.flatMap(({ values }) => values));
  return (
    <div className="relative border-line border-b before:absolute before:inset-x-0 before:top-0 before:border-hairline before:border-t before:border-dashed">
      <span
        className="absolute bottom-[calc(100%+0.25rem)] left-0 text-dim text-[0.6875rem] tabular-nums leading-none pointer-events-none"
        aria-hidden="true"
      >
        {formatCount(most)}
      </span>
      <svg
        className="chart-bars"
        viewBox={`0 0 ${points.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {points.map(({ day, words, values }, at) => (
          <g key={day} className="group/point">
            <title>{words}</title>
            <rect className="fill-transparent group-hover/point:fill-hairline" x={at} y={0} width={1} height={height} />
            {series
              .map(({ key, color, left, width }, index) => {
                const bar = ((values[index] ?? 0) / most) * height;
                return (
                  <rect
                    key={key}
                    data-series={key}
                    className={`${color} fill-(--series)`}
                    x={at + left}
                    y={height - bar}
                    width={width}
                    height={bar}
                  />
                );
              })
              .toReversed()}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The chart as a table, the newest point first. */
function Numbers({ label, unit, series, points }: Omit<ChartProps, "label" | "tableLabel"> & { label: string }) {
  return (
    <details className="mt-2 text-[0.8125rem]">
      <summary className="chevron flex w-fit cursor-pointer list-none items-center gap-1.5 rounded py-1 text-muted hover:text-text [[open]>&]:after:rotate-180 [&::-webkit-details-marker]:hidden">
        Show numbers
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys */}
      <section className="overflow-y-auto max-h-56 mt-1 rounded" aria-label={label} tabIndex={0}>
        <table className="number-table">
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {series.map(({ key, head }) => (
                <th key={key} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{writtenDay(day)}</time>
                </th>
                {series.map(({ key }, index) => (
                  <td key={key}>{formatCount(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const written = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** "Nov 21, 2026", of "2026-11-21". */
export const writtenDay = (day: string) => (day === "" ? "" : written.format(new Date(`${day}T00:00:00Z`)));

interface FoldedPanelProps {
  title: string;
  /** The localStorage key that remembers the open panel. */
  storageKey: string;
  /** Its content is still loading. */
  isLoading: boolean;
  /** The content in one line, shown while it is closed. */
  brief: () => ReactNode;
  /** The content. */
  full: () => ReactNode;
}

/** A panel that is one line, and can be opened. */
export function FoldedPanel({ title, storageKey, isLoading, brief, full }: FoldedPanelProps) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) !== null);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) localStorage.setItem(storageKey, "true");
    else localStorage.removeItem(storageKey);
  };
  return (
    <details className={`${panel} group`} open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary
        className={`${disclosure} relative flex min-h-13 flex-wrap items-baseline gap-x-4 gap-y-1 rounded-xl py-2.5 pr-12 pl-5 after:absolute after:top-4.75 after:right-5 after:text-muted hover:after:text-text`}
      >
        <h2 className="font-display text-2xl">{title}</h2>
        {isLoading ? <Skeleton className="h-4 w-56 max-w-full" /> : null}
        {isLoading || isOpen ? null : (
          <p className="truncate flex-1 min-w-0 text-muted text-[0.875rem] tabular-nums">{brief()}</p>
        )}
      </summary>
      {!isLoading && isOpen ? full() : null}
    </details>
  );
}
