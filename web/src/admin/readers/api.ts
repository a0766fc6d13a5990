import type { QueryClient } from "@tanstack/react-query";
import { answered, client, pagedQuery } from "../../api/openapi-client";
import type { operations, ReaderPage } from "../../api/schema.gen";

type ReaderKeys = Required<NonNullable<operations["listReaders"]["parameters"]["query"]>>;
export type ReaderQuery = Pick<ReaderKeys, "search" | "sort" | "filter">;

const readersAddress = "/api/admin/users";

/** The readers, page by page. */
export const readersQuery = (asked: ReaderQuery) =>
  pagedQuery<ReaderPage>([readersAddress, asked], (cursor, signal) =>
    answered(client.GET(readersAddress, { params: { query: { ...asked, cursor } }, signal })),
  );

const one = (id: number) => ({ params: { path: { id } } });

/** Disables a reader, which signs them out, or enables them again. */
export const setReaderDisabled = (id: number, isDisabled: boolean) =>
  client.PATCH("/api/admin/users/{id}", { ...one(id), body: { isDisabled } });

/** Deletes a reader with everything of theirs. */
export const deleteReader = (id: number) => client.DELETE("/api/admin/users/{id}", one(id));

/** Sends a reader who has not confirmed their email another code. */
export const resendReaderCode = (id: number) => client.POST("/api/admin/users/{id}/resend", one(id));

/** Reads the readers again after a change. */
export const readersChanged = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [readersAddress] });
