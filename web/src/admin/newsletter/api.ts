import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { read } from "../../api/client";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type {
  Draft,
  DraftInput,
  DraftItem,
  ImportInput,
  IssueReport,
  IssueSendInput,
  Numbers,
  operations,
  SubscriberPage,
} from "../../api/schema.gen";

export type SectionKind = DraftItem["section"];
export type Cadence = Draft["cadence"];

/** When an issue is sent: now, or at a local time in a zone. */
export type Schedule = Pick<IssueSendInput, "at" | "zone">;

const of = (cadence: Cadence) => ({ params: { path: { cadence } } });

/** The next issue of a cadence, read again each time a screen shows it. */
export const draftQuery = (cadence: Cadence) => ({
  ...read("/api/admin/newsletter/drafts/{cadence}", { path: { cadence } }),
  gcTime: 0,
});

/** Stores the administrator's changes of the next issue. */
export const saveDraft = (cadence: Cadence, body: DraftInput) =>
  answered(client.PUT("/api/admin/newsletter/drafts/{cadence}", { ...of(cadence), body }));

/** Forgets the stored changes of the next issue, which is made from what is new again. */
export const discardDraft = (cadence: Cadence) => client.DELETE("/api/admin/newsletter/drafts/{cadence}", of(cadence));

/** The email of a draft that need not be saved. */
export const draftPreviewQuery = (cadence: Cadence, body: DraftInput) =>
  queryOptions({
    queryKey: ["newsletter preview", cadence, body],
    queryFn: ({ signal }) =>
      answered(client.POST("/api/admin/newsletter/drafts/{cadence}/preview", { ...of(cadence), body, signal })),
    gcTime: 0,
  });

/** Sends the email of a draft to the administrator. */
export const testDraft = (cadence: Cadence, body: DraftInput) =>
  client.POST("/api/admin/newsletter/drafts/{cadence}/test", { ...of(cadence), body });

/** Sends a draft to its subscribers, now or at a time. A call that is repeated with its key sends nothing again. */
export const sendIssue = (cadence: Cadence, body: DraftInput & Schedule, key: string) =>
  answered(
    client.POST("/api/admin/newsletter/drafts/{cadence}/send", {
      params: { path: { cadence }, header: { "Idempotency-Key": key } },
      body,
    }),
  );

/** The latest issues with their results, the newest first. */
export const issuesQuery = () => ({ ...read("/api/admin/newsletter/issues", {}), gcTime: 0 });

/** Reads the issues again after a change. */
export const issuesChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: issuesQuery().queryKey });

/** The failures and the clicks of an issue, read again when its counts have changed. */
export const issueDetailQuery = ({ number, refused, clicks }: IssueReport) =>
  queryOptions({
    queryKey: ["newsletter issue", number, refused, clicks],
    queryFn: ({ signal }) =>
      answered(client.GET("/api/admin/newsletter/issues/{id}", { params: { path: { id: number } }, signal })),
    gcTime: 0,
  });

/** What can be done with an issue that is not finished. */
export type IssueAction = "pause" | "resume" | "stop" | "unschedule";

export const changeIssue = (number: number, action: IssueAction) =>
  answered(
    client.POST(`/api/admin/newsletter/issues/{id}/${action}`, {
      params: { path: { id: number } },
    }),
  );

export type ReaderNumbers = Numbers;

type SubscriberKeys = Required<NonNullable<operations["listSubscribers"]["parameters"]["query"]>>;
/** A topic of 0 is every topic. */
export type SubscriberQuery = Pick<SubscriberKeys, "search" | "filter" | "topic">;

const subscribersAddress = "/api/admin/subscribers";

/** The file with the confirmed subscribers. */
export const subscribersFile = "/api/admin/subscribers/export";

/** The subscribers, page by page. */
export const subscribersQuery = ({ topic, ...asked }: SubscriberQuery) =>
  pagedQuery<SubscriberPage>([subscribersAddress, topic, asked], (after, signal) => {
    const query = { ...asked, topic: topic || undefined, after };
    return answered(client.GET(subscribersAddress, { params: { query }, signal }));
  });

/** How many readers there are, and what happened in the last weeks. */
export const readerNumbersQuery = () => ({ ...read("/api/admin/reader-numbers", {}), gcTime: 0 });

/** Removes a subscriber with everything that names the address. */
export const removeSubscriber = (id: number) =>
  client.DELETE("/api/admin/subscribers/{id}", { params: { path: { id } } });

/** Adds the subscribers of a CSV file, who have agreed before. */
export const importSubscribers = (body: ImportInput) =>
  answered(client.POST("/api/admin/subscribers/import", { body }));

/** Reads the subscribers and the numbers again after a change. */
export const subscribersChanged = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: [subscribersAddress] }),
    queries.invalidateQueries(readerNumbersQuery()),
  ]);
