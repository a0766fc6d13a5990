import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answered, client } from "./openapi-client";
import type {
  BulkChange,
  BulkInput,
  ListedProduct,
  ListedProducts,
  MoveInput,
  operations,
  PlacementInput,
  Product,
  ProductInput,
} from "./schema.gen";

/** A product as the admin list has it: its description is cut after 160 characters. */
export type AdminProduct = ListedProduct;

/** The price types and the sections that can be chosen. Imported products may have others. */
export const types = ["Free", "Freemium", "Premium"] as const;
export { sections } from "../filters";

/** The statuses that a product can have. */
export const statuses = ["draft", "scheduled", "published", "hidden"] as const;

/** Products of the admin list: its filter, those of it that are not meant, and how many are. */
export type ProductsOfList = Required<Pick<BulkInput, "filter" | "except" | "count">>;

/** A product's position in the catalogue's order, counted from 1. */
export type Placement = PlacementInput;

/** A product and the one that it will follow; 0 moves it to the front. */
export type ProductMove = MoveInput;

const rowsAddress = "/api/admin/product-rows";

/** The key of all queries that read rows of the list. */
export const productRowsKey = [rowsAddress];

/** The key of those that read the list itself, page by page. */
export const productListKey = [rowsAddress, "list"];

/** What is listed, and in which order. */
export type ProductListQuery = Omit<
  NonNullable<operations["productRows"]["parameters"]["query"]>,
  "cursor" | "limit" | "ids"
>;

/** How many products are read at a time: as many as the site's search lists at most. */
export const pageSize = 100;

/**
 * A page of the admin's list, from 0. Structural sharing is off: rows are compared by what they are rendered from. A row is
 * about a kilobyte, and each key that is typed is a list of its own, so what is not shown is soon forgotten.
 */
export const productPageQuery = (query: ProductListQuery, page: number) =>
  queryOptions({
    queryKey: [...productListKey, query, page],
    queryFn: ({ signal }): Promise<ListedProducts> =>
      answered(
        client.GET(rowsAddress, {
          params: { query: { ...query, limit: pageSize, ...(page > 0 && { skip: page * pageSize }) } },
          signal,
        }),
      ),
    structuralSharing: false,
    gcTime: 10_000,
  });

/** Returns a product as a list has it that is cached. */
export const listedProduct = (queries: QueryClient, id: number | undefined): AdminProduct | undefined =>
  queries
    .getQueriesData<ListedProducts>({ queryKey: productListKey })
    .flatMap(([, data]) => data?.rows ?? [])
    .find((row) => row.id === id);

/** The most ids that one call takes. */
export const maxAsked = 500;

/** The products with these ids, at most `maxAsked`. */
export const toolsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [rowsAddress, "ids", ids.join()],
    queryFn: ({ signal }) => answered(client.GET(rowsAddress, { params: { query: { ids: ids.join() } }, signal })),
    select: ({ rows }) => rows,
    enabled: ids.length > 0,
  });

/** The first products of a search. */
export const toolSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [rowsAddress, "search", search],
    queryFn: ({ signal }) =>
      answered(client.GET(rowsAddress, { params: { query: { search, limit: pageSize } }, signal })),
    select: ({ rows }) => rows,
    gcTime: 0,
  });

/**
 * Moves one product; the server renumbers the others around it. Fails without a change if one of the two does not
 * exist.
 */
export const moveProduct = (move: ProductMove) => answered(client.PATCH("/api/products/reorder", { body: { move } }));

/**
 * Changes or deletes many products in one step. Returns the version that identifies the step for undo. Fails without a
 * change if the list has another number of products by now.
 */
export const changeProducts = (which: { ids: number[] } | ProductsOfList, change: BulkChange) =>
  answered(client.POST("/api/products/bulk", { body: { ...which, change } }));

/** Moves a product to the trash, where it stays for 30 days. */
export const deleteProduct = (id: number) =>
  client.DELETE("/api/products/{x}", { params: { path: { x: String(id) } } });

/** Restores a product from the trash. */
export const restoreProduct = (id: number) =>
  answered(client.POST("/api/products/{x}/restore", { params: { path: { x: String(id) } }, body: {} }));

/** Reverts every product that the step with this version changed; none if one of them was changed since. */
export const undoChange = (version: number) => answered(client.POST("/api/undo", { body: { version } }));

/** Creates a product and returns it. */
export const createProduct = (body: ProductInput): Promise<Product> => answered(client.POST("/api/products", { body }));

/** Updates a product if it still has this version; otherwise fails with status 409. */
export const updateProduct = (id: number, version: number, body: ProductInput): Promise<Product> =>
  answered(client.PUT("/api/products/{x}", { params: { path: { x: String(id) } }, body: { ...body, id, version } }));

/** Reads the product as it is stored from the server, not from the cache: with a deal that doesn't run now, too. */
export const readProduct = (id: number, signal?: AbortSignal): Promise<Product> =>
  answered(client.GET("/api/admin/products/{x}", { params: { path: { x: String(id) } }, signal }));
