import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { answered, client } from "../../api/openapi-client";
import type { components, operations } from "../../api/schema.gen";

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
