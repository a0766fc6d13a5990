import { read } from "../../api/client";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { components } from "../../api/schema.gen";

/** Which pages search engines may index, why others not, and how they are reached. */
export type Reach = components["schemas"]["Reach"];
export type ReachFinding = components["schemas"]["ReachFinding"];
export type ReachPage = components["schemas"]["ReachPage"];

const reachAddress = "/api/admin/reach";

export const reachQuery = () => ({ ...read(reachAddress, {}), gcTime: 0 }); // a change of any tool changes it

/** The pages of a finding, in parts. */
export const reachPagesQuery = (rule: string) =>
  pagedQuery<components["schemas"]["ReachPages"]>([reachAddress, "pages", rule], (cursor, signal) =>
    answered(client.GET("/api/admin/reach/pages", { params: { query: { rule, cursor } }, signal })),
  );
