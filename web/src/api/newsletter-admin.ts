import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The next issue of a cadence. */
export type Draft = Schemas["Draft"];
export type DraftInput = Schemas["DraftInput"];
export type DraftItem = Schemas["DraftItem"];
export type SectionKind = DraftItem["section"];
export type Cadence = Draft["cadence"];

/** An issue with its results so far. */
export type IssueReport = Schemas["IssueReport"];
export type IssueDetail = Schemas["IssueDetail"];

/** When an issue is sent: now, or at a local time in a zone. */
export type Schedule = Pick<Schemas["IssueSendInput"], "at" | "zone">;

const of = (cadence: Cadence) => ({ params: { path: { cadence } } });

/** The next issue of a cadence, read again each time a screen shows it. */
export const draftQuery = (cadence: Cadence) => ({
  ...read("/api/admin/newsletter/drafts/{cadence}", { path: { cadence } }),
  gcTime: 0,
});

/** Stores the administrator's changes of the next issue. */
export async function saveDraft(cadence: Cadence, body: DraftInput) {
  const { data } = await client.PUT("/api/admin/newsletter/drafts/{cadence}", { ...of(cadence), body });
  return answered(data);
}

/** Forgets the stored changes of the next issue, which is made from what is new again. */
export async function discardDraft(cadence: Cadence) {
  await client.DELETE("/api/admin/newsletter/drafts/{cadence}", of(cadence));
}

/** The email of a draft that need not be saved. */
export const draftPreviewQuery = (cadence: Cadence, body: DraftInput) =>
  queryOptions({
    queryKey: ["newsletter preview", cadence, body],
    queryFn: async ({ signal }) => {
      const path = "/api/admin/newsletter/drafts/{cadence}/preview";
      const { data } = await client.POST(path, { ...of(cadence), body, signal });
      return answered(data);
    },
    gcTime: 0,
  });

/** Sends the email of a draft to the administrator. */
export async function testDraft(cadence: Cadence, body: DraftInput) {
  await client.POST("/api/admin/newsletter/drafts/{cadence}/test", { ...of(cadence), body });
}

/** Sends a draft to its subscribers, now or at a time. A call that is repeated with its key sends nothing again. */
export async function sendIssue(cadence: Cadence, body: DraftInput & Schedule, key: string) {
  const { data } = await client.POST("/api/admin/newsletter/drafts/{cadence}/send", {
    params: { path: { cadence }, header: { "Idempotency-Key": key } },
    body,
  });
  return answered(data);
}

/** The latest issues with their results, the newest first. */
export const issuesQuery = () => ({ ...read("/api/admin/newsletter/issues", {}), gcTime: 0 });

/** Reads the issues again after a change. */
export const issuesChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: issuesQuery().queryKey });

/** The failures and the visits of an issue, read again when its counts have changed. */
export const issueDetailQuery = ({ number, refused, visits }: IssueReport) =>
  queryOptions({
    queryKey: ["newsletter issue", number, refused, visits],
    queryFn: async ({ signal }) => {
      const params = { path: { id: number } };
      const { data } = await client.GET("/api/admin/newsletter/issues/{id}", { params, signal });
      return answered(data);
    },
    gcTime: 0,
  });

/** What can be done with an issue that is not finished. */
export type IssueAction = "pause" | "resume" | "stop" | "unschedule";

export async function changeIssue(number: number, action: IssueAction) {
  const { data } = await client.POST(`/api/admin/newsletter/issues/{id}/${action}`, {
    params: { path: { id: number } },
  });
  return answered(data);
}
