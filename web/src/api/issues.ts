import { read } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Issue = Schemas["Issue"];
export type IssueProduct = Schemas["IssueProduct"];
export type IssueSummary = Schemas["IssueSummary"];

/** Past issues of the newsletter, the newest first. */
export const issuesQuery = () => read("/api/newsletter/issues", {});

export const issueQuery = (number: string) => read("/api/newsletter/issues/{number}", { path: { number } });
