import { read } from "../../api/client";
import type { components } from "../../api/schema.gen";

export type IndexNowCall = components["schemas"]["IndexNowCall"];

/** The newest calls of IndexNow, the newest first. */
export const indexNowCallsQuery = () => read("/api/admin/indexnow", {});
