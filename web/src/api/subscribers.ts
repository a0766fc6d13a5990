import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { read } from "./client";
import { answered, client } from "./openapi-client";
import type { components, operations } from "./schema.gen";

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
