import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components, operations } from "./schema.gen";

/** A user who is no administrator. */
export type Reader = components["schemas"]["Reader"];
export type ReaderPage = components["schemas"]["ReaderPage"];

type ReaderKeys = Required<NonNullable<operations["listReaders"]["parameters"]["query"]>>;
export type ReaderQuery = Pick<ReaderKeys, "search" | "sort" | "filter">;

const readersAddress = "/api/admin/users";

/** The readers, page by page. */
export const readersQuery = (asked: ReaderQuery) =>
  infiniteQueryOptions({
    queryKey: [readersAddress, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      const { data } = await client.GET(readersAddress, { params: { query }, signal });
      return answered(data);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0, // users open this screen to see the latest sign-ups
  });

const one = (id: number) => ({ params: { path: { id } } });

/** Disables a reader, which signs them out, or enables them again. */
export async function setReaderDisabled(id: number, isDisabled: boolean) {
  await client.PATCH("/api/admin/users/{id}", { ...one(id), body: { isDisabled } });
}

/** Deletes a reader with everything of theirs. */
export async function deleteReader(id: number) {
  await client.DELETE("/api/admin/users/{id}", one(id));
}

/** Sends a reader who has not confirmed their email another code. */
export async function resendReaderCode(id: number) {
  await client.POST("/api/admin/users/{id}/resend", one(id));
}

/** Reads the readers again after a change. */
export const readersChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [readersAddress] });

/** Somebody who gets the newsletter, or did. */
export type Subscriber = components["schemas"]["Subscriber"];
export type SubscriberPage = components["schemas"]["SubscriberPage"];
export type ImportResult = components["schemas"]["ImportResult"];
export type ReaderNumbers = components["schemas"]["Numbers"];

type SubscriberKeys = Required<NonNullable<operations["listSubscribers"]["parameters"]["query"]>>;
/** A topic of 0 is every topic. */
export type SubscriberQuery = Pick<SubscriberKeys, "search" | "filter" | "topic">;

const subscribersAddress = "/api/admin/subscribers";

/** The file with the confirmed subscribers. */
export const subscribersFile = "/api/admin/subscribers/export";

/** The subscribers, page by page. */
export const subscribersQuery = ({ topic, ...asked }: SubscriberQuery) =>
  infiniteQueryOptions({
    queryKey: [subscribersAddress, topic, asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, ...(topic === 0 ? {} : { topic }), ...(pageParam === 0 ? {} : { after: pageParam }) };
      const { data } = await client.GET(subscribersAddress, { params: { query }, signal });
      return answered(data);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next || undefined,
    gcTime: 0, // users open this screen to see the latest subscriptions
  });

/** How many readers there are, and what happened in the last weeks. */
export const readerNumbersQuery = () => ({ ...read("/api/admin/reader-numbers", {}), gcTime: 0 });

/** Removes a subscriber with everything that names the address. */
export async function removeSubscriber(id: number) {
  await client.DELETE("/api/admin/subscribers/{id}", { params: { path: { id } } });
}

/** Adds the subscribers of a CSV file, who have agreed before. */
export async function importSubscribers(body: components["schemas"]["ImportInput"]) {
  const { data } = await client.POST("/api/admin/subscribers/import", { body });
  return answered(data);
}

/** Reads the subscribers and the numbers again after a change. */
export const subscribersChanged = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: [subscribersAddress] }),
    queries.invalidateQueries(readerNumbersQuery()),
  ]);
