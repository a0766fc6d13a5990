import { queryOptions } from "@tanstack/react-query";
import { read } from "./client";

/** What needs the administrator, the most urgent first. The menu shows it on each screen, so it is asked for now and then. */
export const attentionQuery = () => queryOptions({ ...read("/api/admin/attention", {}), staleTime: 60_000 });
