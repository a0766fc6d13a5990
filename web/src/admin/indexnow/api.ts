import { read } from "../../api/client";

/** The newest calls of IndexNow, the newest first. */
export const indexNowCallsQuery = () => read("/api/admin/indexnow", {});
