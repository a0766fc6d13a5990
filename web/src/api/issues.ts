import { read } from "./client";

/** Past issues of the newsletter, the newest first. */
export const issuesQuery = () => read("/api/newsletter/issues", {});

export const issueQuery = (number: string) => read("/api/newsletter/issues/{number}", { path: { number } });
