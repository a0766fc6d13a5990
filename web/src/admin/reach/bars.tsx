import { formatCount } from "../../kit/count";

interface Row {
  label: string;
  value: number;
  /** The number that the value is a part of; without it, the bars are parts of the largest value. */
  of?: number;
}

/** Numbers with a bar each. */
export function Bars({ rows }: { rows: Row[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2.5 text-sm tabular-nums">
      {rows.map(({ label, value, of }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd aria-hidden="true" className="h-2 overflow-clip rounded-full bg-hairline">
            <span className="block h-full rounded-full bg-text" style={{ width: `${(100 * value) / (of || most)}%` }} />
          </dd>
          <dd className="text-right">
            {formatCount(value)}
            {of === undefined ? "" : <span className="text-muted"> of {formatCount(of)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
