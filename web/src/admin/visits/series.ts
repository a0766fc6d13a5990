import type { VisitDay } from "../../api/visits";
import { countOf } from "../../ui/count";

/** How many days every chart shows; the API's default. */
export const shownDays = 30;

const written = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** "21 Nov", of "2026-11-21". */
export function shortDay(day: string): string {
  const parts = written.formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("day")} ${part("month")}`;
}

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
