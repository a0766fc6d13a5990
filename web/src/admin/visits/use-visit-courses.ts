import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { visitCoursesQuery } from "../../api/visits";

/**
 * The visits of each tool, day by day: what a row gives to its VisitSpark. To be called once for a whole list. A tool
 * that nobody visited has null; while nothing is known, or nothing can be, every tool has undefined.
 */
export function useVisitCourses(): (id: number) => number[] | null | undefined {
  const { data } = useQuery(visitCoursesQuery());
  return useMemo(() => {
    const courses = data && new Map(data.map(({ id, visits }) => [id, visits]));
    return (id) => (courses ? (courses.get(id) ?? null) : undefined);
  }, [data]);
}
