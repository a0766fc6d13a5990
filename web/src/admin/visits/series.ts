import type { VisitDay } from "../../api/visits";
import { countOf } from "../../kit/count";

/** How many days every chart shows; the API's default. */
export const shownDays = 30;

/** Returns the totals of these days. */
export function totalsOf(days: VisitDay[]) {
  return days.reduce((sum, { opens, visits }) => ({ opens: sum.opens + opens, visits: sum.visits + visits }), {
    opens: 0,
    visits: 0,
  });
}

/** "3 visits, opened 12 times". */
export const wordsFor = ({ opens, visits }: { opens: number; visits: number }) =>
  `${countOf(visits, "visit")}, opened ${countOf(opens, "time")}`;
