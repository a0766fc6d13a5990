import { useQuery } from "@tanstack/react-query";
import { productVisitsQuery } from "../../api/visits";
import { totalsOf } from "./series";
import { VisitChart } from "./visit-chart";
import { ChartSkeleton, NoVisits, VisitsFailed } from "./visit-states";

/** The visits of one tool in the last 30 days. */
export function ProductVisits({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(productVisitsQuery(id));
  if (!data)
    return error ? (
      <VisitsFailed error={error} isRetrying={isFetching} retry={() => void refetch()} />
    ) : (
      <ChartSkeleton />
    );
  const { opens, visits } = totalsOf(data.days);
  return opens + visits === 0 ? <NoVisits of="this tool" /> : <VisitChart days={data.days} of="This tool" />;
}
