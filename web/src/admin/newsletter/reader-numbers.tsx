import { useQuery } from "@tanstack/react-query";
import { Chart, FoldedPanel, figure, type Series, soft, strong, writtenDay } from "../../kit/admin/chart";
import { FailedLine } from "../../kit/admin/list";
import { countOf, formatCount } from "../../kit/count";
import { type ReaderNumbers as Numbers, readerNumbersQuery } from "./api";

/** What is counted in a week. */
const counted = [
  { key: "confirmed", head: "Subscribed", one: "subscription", many: "subscriptions", color: strong },
  {
    key: "signUps",
    head: "Signed up",
    one: "sign-up",
    many: "sign-ups",
    color: "[--series:color-mix(in_oklab,var(--color-contrast)_60%,transparent)]",
  },
  { key: "unsubscribed", head: "Left", one: "unsubscribed", many: "unsubscribed", color: soft },
] as const;

/** The readers of the site in one line; opened, by week. Sign-ups are counted where there are accounts. */
export function ReaderNumbers({ hasAccounts }: { hasAccounts: boolean }) {
  const query = useQuery(readerNumbersQuery());
  const { data, error } = query;
  return (
    <div className="mt-5">
      {error && !data ? (
        <FailedLine what="the numbers" query={query} />
      ) : (
        <FoldedPanel
          title="Numbers"
          storageKey="admin_reader_numbers_open"
          isLoading={!data}
          brief={() => (data ? <Totals numbers={data} hasAccounts={hasAccounts} isFull={false} /> : null)}
          full={() => (data ? <InFull numbers={data} hasAccounts={hasAccounts} /> : null)}
        />
      )}
    </div>
  );
}

interface NumbersProps {
  numbers: Numbers;
  hasAccounts: boolean;
}

function Totals({ numbers: { users, weekly, monthly }, hasAccounts, isFull }: NumbersProps & { isFull: boolean }) {
  const subscribers = weekly + monthly;
  return (
    <>
      <strong className={figure}>{formatCount(subscribers)}</strong> {subscribers === 1 ? "subscriber" : "subscribers"}
      {isFull ? ` (${formatCount(weekly)} weekly, ${formatCount(monthly)} monthly)` : ""}
      {hasAccounts ? (
        <>
          {" "}
          · <strong className={figure}>{formatCount(users)}</strong> {users === 1 ? "user" : "users"}
        </>
      ) : null}
    </>
  );
}

function InFull({ numbers, hasAccounts }: NumbersProps) {
  const { weeks } = numbers;
  const shown = counted.filter(({ key }) => hasAccounts || key !== "signUps");
  const wordsFor = (counts: Record<(typeof shown)[number]["key"], number>) =>
    shown.map(({ key, one, many }) => countOf(counts[key], one, many)).join(", ");
  const sums = { confirmed: 0, signUps: 0, unsubscribed: 0 };
  for (const week of weeks) for (const { key } of counted) sums[key] += week[key];
  const width = 0.84 / shown.length;
  const series: Series[] = shown.map(({ key, head, one, many, color }, index) => ({
    key,
    head,
    name: sums[key] === 1 ? one : many,
    sum: sums[key],
    color,
    left: 0.08 + index * width,
    width,
  }));
  return (
    <div className="px-5 pt-2 pb-5">
      <p className="mb-5 text-[0.875rem] text-muted tabular-nums">
        <Totals numbers={numbers} hasAccounts={hasAccounts} isFull />
      </p>
      {series.some(({ sum }) => sum > 0) ? (
        <Chart
          label={`Audience, last ${weeks.length} weeks: ${wordsFor(sums)}`}
          tableLabel="Audience, by week"
          unit="Week"
          series={series}
          points={weeks.map((week) => ({
            day: week.week,
            words: `Week of ${writtenDay(week.week)}: ${wordsFor(week)}`,
            values: shown.map(({ key }) => week[key]),
          }))}
        />
      ) : (
        <p className="text-[0.875rem] text-muted">No sign-ups or unsubscribes in the last 26 weeks.</p>
      )}
    </div>
  );
}
