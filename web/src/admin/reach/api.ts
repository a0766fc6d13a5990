import { infiniteQueryOptions } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { components } from "../../api/schema.gen";

/** Which pages search engines may index, why others not, and how they are reached. */
export type Reach = components["schemas"]["Reach"];
export type ReachFinding = components["schemas"]["ReachFinding"];
export type ReachPage = components["schemas"]["ReachPage"];

const reachAddress = "/api/admin/reach";

export const reachQuery = () => ({ ...read(reachAddress, {}), gcTime: 0 }); // a change of any tool changes it

/** The pages of a finding, in parts. */
export const reachPagesQuery = (rule: string) =>
  infiniteQueryOptions({
    queryKey: [reachAddress, "pages", rule],
    queryFn: async ({ pageParam, signal }) => {
      const query = { rule, ...(pageParam === 0 ? {} : { cursor: pageParam }) };
      const { data } = await client.GET("/api/admin/reach/pages", { params: { query }, signal });
      return answered(data);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0,
  });
