import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { changeProducts, productRowsKey } from "../../api/admin-products";
import { read } from "../../api/client";
import { answered, client } from "../../api/openapi-client";
import type { Additions } from "../../api/schema.gen";

const address = "/api/admin/additions";

/** How often a list is read again while its URLs are, in milliseconds. */
const pollInterval = 2000;

/** A list of URLs that were added at once, with what has become of each; 0 is the newest. */
export const additionsQuery = (list: number) => ({
  ...read(address, list ? { query: { list } } : {}),
  gcTime: 0,
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { data?: Additions | undefined } }) =>
    state.data?.lines.some((line) => line.state === "queued") ? pollInterval : (false as const),
});

/** Reads again what an addition or a decision about a draft has changed. */
export const additionsChanged = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [key] }) => String(key).startsWith(address) || key === productRowsKey[0],
  });

/** Adds the tools at these URLs, one a line. */
export const addByUrl = (text: string): Promise<Additions> => answered(client.POST(address, { body: { text } }));

/** Reads URLs again that have failed. */
export const retryAdditions = (ids: number[]) => answered(client.POST("/api/admin/additions/retry", { body: { ids } }));

/** Publishes a draft. Returns the version with which that is undone. */
export const acceptDraft = (id: number) => changeProducts({ ids: [id] }, { status: "published" });

/** Moves a draft to the trash. Returns the version with which that is undone. */
export const skipDraft = (id: number) => changeProducts({ ids: [id] }, { delete: true });
