import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { read } from "../../api/client";
import { collectionsQuery } from "../../api/collections";
import { answered, client } from "../../api/openapi-client";
import type { Collection, CollectionInput } from "../../api/schema.gen";

/** All collections, the latest change first, read again each time they are shown. */
export const collectionRowsQuery = () => ({ ...read("/api/admin/collections", {}), gcTime: 0 });

/** A collection as it is written, read again each time it is shown. */
export const collectionFieldsQuery = (id: number) => ({
  ...read("/api/admin/collections/{id}", { path: { id } }),
  gcTime: 0,
});

/** Creates a collection. A call that is repeated with its key creates nothing again. */
export const createCollection = (body: CollectionInput, key: string): Promise<Collection> =>
  answered(
    client.POST("/api/admin/collections", {
      params: { header: { "Idempotency-Key": key } },
      body,
    }),
  );

export const updateCollection = (id: number, body: CollectionInput): Promise<Collection> =>
  answered(client.PUT("/api/admin/collections/{id}", { params: { path: { id } }, body }));

export const deleteCollection = (id: number) =>
  client.DELETE("/api/admin/collections/{id}", { params: { path: { id } } });

/** Reads the lists of collections again after a change. */
export const collectionsChanged = (queries: QueryClient) =>
  Promise.all(
    [collectionRowsQuery(), collectionsQuery()].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
  );

/** What the page of a collection would show, which need not be saved. */
export const collectionPreviewQuery = (body: CollectionInput) =>
  queryOptions({
    queryKey: ["collection preview", body],
    queryFn: ({ signal }) => answered(client.POST("/api/admin/collection-preview", { body, signal })),
    gcTime: 0,
  });
