import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { visitCoursesQuery } from "../../api/visits";

/**
 * Returns the visits of each tool by day, for a row's VisitSpark. Call it once for a whole list. A tool without visits
 * has null; while they are loading or after a failure, every tool has undefined.
 */
export function useVisitCourses(): (id: number) => number[] | null | undefined {
  const { data } = useQuery(visitCoursesQuery());
  return useMemo(() => {
    const courses = data && new Map(data.map(({ id, visits }) => [id, visits]));
    return (id) => (courses ? (courses.get(id) ?? null) : undefined);
  }, [data]);
}
