import { read } from "../../api/client";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { ReachPages } from "../../api/schema.gen";

const reachAddress = "/api/admin/reach";

export const reachQuery = () => ({ ...read(reachAddress, {}), gcTime: 0 }); // a change of any tool changes it

/** The pages of a finding, in parts. */
export const reachPagesQuery = (rule: string) =>
  pagedQuery<ReachPages>([reachAddress, "pages", rule], (cursor, signal) =>
    answered(client.GET("/api/admin/reach/pages", { params: { query: { rule, cursor } }, signal })),
  );
