import type { VisitDay } from "../../api/visits";
import { Chart, shortDay, soft, strong } from "../../kit/admin/chart";
import { shownDays, totalsOf, wordsFor } from "./series";

/** The visits by day of one tool or of all, as a chart and as a table. */
export function VisitChart({ days, of }: { days: VisitDay[]; of: string }) {
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
